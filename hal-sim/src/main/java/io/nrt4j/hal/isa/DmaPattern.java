package io.nrt4j.hal.isa;

/**
 * The runs of one side of a two-dimensional DMA: {@code count1} times {@code count0} runs.
 *
 * <p>12 bytes: two signed 32-bit steps in bytes, then two unsigned 16-bit counts. Source: isa.md §5.13.
 *
 * @param step0 bytes between runs of the inner loop
 * @param step1 bytes between runs of the outer loop
 * @param count0 runs of the inner loop
 * @param count1 runs of the outer loop
 */
public record DmaPattern(int step0, int step1, int count0, int count1) {
    /** Bytes in a slot. */
    public static final int BYTES = 12;

    private static final int STEP0 = 0;
    private static final int STEP1 = 4;
    private static final int COUNT0 = 8;
    private static final int COUNT1 = 10;

    /** Reads a pattern at an offset of a slot. */
    public static DmaPattern decode(Slot slot, int offset) {
        return new DmaPattern(
                slot.i32(offset + STEP0),
                slot.i32(offset + STEP1),
                slot.u16(offset + COUNT0),
                slot.u16(offset + COUNT1));
    }

    /** Writes the pattern at an offset of a slot. */
    public void encode(Slot slot, int offset) {
        slot.setI32(offset + STEP0, step0)
                .setI32(offset + STEP1, step1)
                .setU16(offset + COUNT0, count0)
                .setU16(offset + COUNT1, count1);
    }

    /** Number of runs. */
    public long runs() {
        return (long) count0 * count1;
    }

    /** Smallest offset of a run from the start address in bytes, at most 0. */
    public long lowestOffset() {
        return Math.min(0, (long) step0 * Math.max(0, count0 - 1))
                + Math.min(0, (long) step1 * Math.max(0, count1 - 1));
    }

    /** Largest offset of a run's first byte from the start address in bytes, at least 0. */
    public long highestOffset() {
        return Math.max(0, (long) step0 * Math.max(0, count0 - 1))
                + Math.max(0, (long) step1 * Math.max(0, count1 - 1));
    }

    /** As profilers print it: {@code [2048,1][128,1]}, steps before counts. Source: isa.md §10. */
    @Override
    public String toString() {
        return "[%d,%d][%d,%d]".formatted(step0, step1, count0, count1);
    }
}
