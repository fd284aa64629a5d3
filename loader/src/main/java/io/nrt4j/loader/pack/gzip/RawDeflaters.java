package io.nrt4j.loader.pack.gzip;

/** Chooses the encoder. */
final class RawDeflaters {
    private static final int JDK_MEMORY_LEVEL = 8;

    private RawDeflaters() {}

    /** An encoder whose output equals stock zlib's at this level and memory level. */
    static RawDeflater create(int level, int memoryLevel) {
        if (memoryLevel != JDK_MEMORY_LEVEL) {
            throw new UnsupportedOperationException("the JDK's zlib has no memory level " + memoryLevel);
        }
        return new JdkDeflater(level);
    }
}
