package io.nrt4j.hal.dma;

/**
 * The value of a broadcast write to a reset or tail-increment register: 16 bits of value, 16 bits of exclusion.
 *
 * <p>Source: dma.md §1 (0xFDFF0100 resets the queue of engine 9 only, 0xFFFE0001 adds one descriptor on engine 0).
 *
 * @param value the register value, 0 to 65535
 * @param excluded bit j set: engine j does not take part
 */
public record BroadcastValue(int value, int excluded) {
    private static final int MASK = 0xFFFF;

    public BroadcastValue {
        if ((value & ~MASK) != 0 || (excluded & ~MASK) != 0) {
            throw new IllegalArgumentException("value " + value + " or mask " + excluded + " needs more than 16 bits");
        }
    }

    /** A value for every engine. */
    public static BroadcastValue all(int value) {
        return new BroadcastValue(value, 0);
    }

    /** A value for the engines whose bit is set in {@code engines} only. */
    public static BroadcastValue only(int engines, int value) {
        return new BroadcastValue(value, ~engines & MASK);
    }

    /** Reads a register value as written to a broadcast address. */
    public static BroadcastValue decode(long word) {
        return new BroadcastValue((int) word & MASK, (int) (word >>> 16) & MASK);
    }

    /** The 32-bit word to write, zero-extended. */
    public long encode() {
        return Integer.toUnsignedLong(excluded << 16 | value);
    }

    /** Whether an engine takes the write. */
    public boolean reaches(int engine) {
        return (excluded >>> engine & 1) == 0;
    }
}
