package io.nrt4j.loader.pack.gzip;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Chooses the encoder: the JDK's zlib where it writes what stock zlib writes, else our own, which is slower.
 *
 * <p>Whether it does is tested once per level, see {@link DeflateSelfTest}.
 */
final class RawDeflaters {
    private static final int JDK_MEMORY_LEVEL = 8;

    private static final Map<Integer, Boolean> JDK_IS_STOCK = new ConcurrentHashMap<>();

    private RawDeflaters() {}

    /** An encoder whose output equals stock zlib's at this level and memory level. */
    static RawDeflater create(int level, int memoryLevel) {
        return memoryLevel == JDK_MEMORY_LEVEL && jdkIsStock(level)
                ? new JdkDeflater(level)
                : new ZlibDeflater(level, memoryLevel);
    }

    private static boolean jdkIsStock(int level) {
        return JDK_IS_STOCK.computeIfAbsent(level, l -> DeflateSelfTest.passes(() -> new JdkDeflater(l), l));
    }
}
