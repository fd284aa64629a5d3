package io.nrt4j.hal.dma;

/** How long a ring is made for a given number of descriptors. Lengths in descriptors. Source: dma.md §4. */
public final class RingLength {
    /** Bytes of one descriptor. */
    public static final int DESCRIPTOR_BYTES = UdmaDescriptor.SIZE;
    /** What the ring length register always gets, whatever the ring's length: (1 &lt;&lt; 24) - 16. */
    public static final int REGISTER_VALUE = 0xFFFFF0;
    /** The most descriptors a ring may hold. */
    public static final int MAXIMUM = (1 << 24) - 16;
    /** The alignment of every ring base, in bytes. */
    public static final int ALIGNMENT = 0x1000;

    private static final int SMALL_LIMIT = 31;
    private static final int SMALL = 64;
    private static final int GUARD = 16;

    private RingLength() {}

    /** The length of a model ring, which is filled once and never wraps. */
    public static int linear(int descriptors) {
        return descriptors <= SMALL_LIMIT ? SMALL : roundUp(descriptors + GUARD, GUARD);
    }

    /** The length of a host ring, which wraps and is a power of two. */
    public static int wrapping(int descriptors) {
        if (descriptors <= SMALL_LIMIT) {
            return SMALL;
        }
        int needed = descriptors + GUARD - 1;
        int highest = Integer.highestOneBit(needed);
        return highest == needed ? needed : highest << 1;
    }

    /** Bytes of a ring of {@code length} descriptors. */
    public static long bytes(int length) {
        return (long) length * DESCRIPTOR_BYTES;
    }

    private static int roundUp(int value, int unit) {
        return (value + unit - 1) / unit * unit;
    }
}
