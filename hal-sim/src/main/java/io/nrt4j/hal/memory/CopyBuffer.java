package io.nrt4j.hal.memory;

/**
 * How the runtime cuts a copy between host and device that goes through a core's copy buffer.
 *
 * <p>Each core has one buffer of {@value #BYTES} bytes, used in halves so that one half fills while the other drains.
 * Source: memory.md §5.5.
 */
public final class CopyBuffer {
    /** Bytes of the buffer ({@code NDL_COPY_BUF_SIZE}). */
    public static final int BYTES = 2 << 20;

    private static final long SMALLEST = 0x4000;
    private static final long LARGEST = 1 << 20;

    private CopyBuffer() {}

    /** Bytes that one step of a copy of {@code size} bytes moves; the last step may move fewer. */
    public static long chunkBytes(long size) {
        if (size < SMALLEST) {
            return SMALLEST;
        }
        if (size > LARGEST) {
            return LARGEST;
        }
        return ((size >> 1) + 0xFFF) & ~0xFFFL;
    }
}
