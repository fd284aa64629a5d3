package io.nrt4j.loader.pack.gzip;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What surrounds and steers the deflate stream of a payload.
 *
 * @param level zlib compression level, 1 to 9
 * @param memoryLevel zlib memory level, 8 (zlib's default) or 9
 * @param mtime seconds since 1970 of the header, unsigned 32 bits
 * @param extraFlags the XFL byte
 * @param os the OS byte
 * @param indexed whether an {@code IG} extra field with the payload's size follows the header
 * @param fileName the original name, if the header has one
 * @param fillTo the payload is zero-filled behind the trailer to a multiple of this many bytes; 1 for no fill
 */
public record GzipFraming(
        int level,
        int memoryLevel,
        long mtime,
        int extraFlags,
        int os,
        boolean indexed,
        Optional<String> fileName,
        int fillTo) {
    /** libarchive's output block when it writes into callbacks. Source: producer.md §5.2. */
    public static final int LIBARCHIVE_FILL = 10240;

    /** The widest MTIME. */
    public static final long MAX_MTIME = 0xffff_ffffL;

    private static final int UNIX = 3;
    private static final int UNKNOWN_OS = 0xff;
    private static final int FASTEST = 4;
    private static final int BEST = 2;
    private static final int NO_FILL = 1;
    private static final int FEXTRA = 4;
    private static final int FNAME = 8;
    private static final int EXTRA_LENGTH = 8;
    private static final int INDEX_LENGTH = 4;

    public GzipFraming {
        if (level < 1 || level > 9 || memoryLevel < 1 || memoryLevel > 9) {
            throw new IllegalArgumentException("no such level: " + level + ", memory level " + memoryLevel);
        }
        if (mtime < 0 || mtime > MAX_MTIME) {
            throw new IllegalArgumentException("MTIME is an unsigned 32-bit number: " + mtime);
        }
        if (fillTo < 1) {
            throw new IllegalArgumentException("no such fill: " + fillTo);
        }
    }

    /** libarchive's gzip filter at level 1. Source: producer.md §5. */
    public static GzipFraming libarchive(long mtime) {
        return new GzipFraming(1, 8, mtime, FASTEST, UNIX, false, Optional.empty(), LIBARCHIVE_FILL);
    }

    /** Python's gzip module. Source: corpus/dialects.md §2. */
    public static GzipFraming python(long mtime) {
        return new GzipFraming(9, 8, mtime, BEST, UNKNOWN_OS, false, Optional.of("_tmp_neff.tgz"), NO_FILL);
    }

    /** The indexed gzip of compilers 2.4 to 2.10. Source: corpus/dialects.md §2. */
    public static GzipFraming indexed(long mtime) {
        return new GzipFraming(1, 9, mtime, BEST, UNKNOWN_OS, true, Optional.of("_tmp_neff.tar"), NO_FILL);
    }

    /** zlib's own wrapper at its default level, as the test model inside libnrt has it. Source: container.md §14.2. */
    public static GzipFraming plain() {
        return new GzipFraming(6, 8, 0, 0, UNIX, false, Optional.empty(), NO_FILL);
    }

    public GzipFraming withMtime(long seconds) {
        return new GzipFraming(level, memoryLevel, seconds, extraFlags, os, indexed, fileName, fillTo);
    }

    /** The same for another level, with the XFL byte that zlib writes for it. */
    public GzipFraming withLevel(int newLevel) {
        int flags = switch (newLevel) {
            case 1 -> FASTEST;
            case 9 -> BEST;
            default -> 0;
        };
        return new GzipFraming(newLevel, memoryLevel, mtime, flags, os, indexed, fileName, fillTo);
    }

    /**
     * The gzip header.
     *
     * @param payloadSize the value of the index field, bytes of the whole payload; ignored without an index
     */
    byte[] header(long payloadSize) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int flags = (indexed ? FEXTRA : 0) | (fileName.isPresent() ? FNAME : 0);
        out.writeBytes(little(10)
                .put((byte) 0x1f)
                .put((byte) 0x8b)
                .put((byte) 8)
                .put((byte) flags)
                .putInt((int) mtime)
                .put((byte) extraFlags)
                .put((byte) os)
                .array());
        if (indexed) {
            out.writeBytes(little(2 + EXTRA_LENGTH)
                    .putShort((short) EXTRA_LENGTH)
                    .put((byte) 'I')
                    .put((byte) 'G')
                    .putShort((short) INDEX_LENGTH)
                    .putInt((int) payloadSize)
                    .array());
        }
        fileName.ifPresent(name -> {
            out.writeBytes(name.getBytes(StandardCharsets.ISO_8859_1));
            out.write(0);
        });
        return out.toByteArray();
    }

    /** Bytes of the gzip header. */
    public int headerLength() {
        return header(0).length;
    }

    /** Zeros behind a gzip stream of {@code length} bytes. */
    int fill(long length) {
        long over = length % fillTo;
        return over == 0 ? 0 : (int) (fillTo - over);
    }

    static ByteBuffer little(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
}
