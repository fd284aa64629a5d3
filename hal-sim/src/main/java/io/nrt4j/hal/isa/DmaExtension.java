package io.nrt4j.hal.isa;

/**
 * {@link Opcode#PSEUDO_EXTENSION} behind a dynamic DMA: what an indirect or bounded transfer needs beyond one slot.
 *
 * <p>Source: dma.md §8.1, exec-sunda.md §5 (0xD4).
 *
 * @param flags 4 the source is indirect, 5 the destination
 * @param channels partitions of the index vector
 * @param computeOp {@link DgeComputeOp} code
 * @param srcIndex ADDR4 of the source's index vector
 * @param dstIndex ADDR4 of the destination's index vector
 * @param srcBound bytes of the source variable
 * @param dstBound bytes of the destination variable
 * @param tileStep of a transpose
 * @param tileRows of a transpose
 * @param tileCols of a transpose
 * @param srcUpperBound upper half of {@code srcBound}
 * @param dstUpperBound upper half of {@code dstBound}
 */
public record DmaExtension(
        int flags,
        int channels,
        int computeOp,
        int srcIndex,
        int dstIndex,
        int srcBound,
        int dstBound,
        int tileStep,
        int tileRows,
        int tileCols,
        int srcUpperBound,
        int dstUpperBound) {
    /** {@link #flags} of a transfer whose source is indirect. */
    public static final int SOURCE_INDIRECT = 4;
    /** {@link #flags} of a transfer whose destination is indirect. */
    public static final int DESTINATION_INDIRECT = 5;

    private static final int FLAGS = 1;
    private static final int CHANNELS = 2;
    private static final int COMPUTE_OP = 3;
    private static final int SRC_INDEX = 4;
    private static final int DST_INDEX = 8;
    private static final int SRC_BOUND = 12;
    private static final int DST_BOUND = 16;
    private static final int TILE_STEP = 20;
    private static final int TILE_ROWS = 24;
    private static final int TILE_COLS = 25;
    private static final int SRC_UPPER_BOUND = 56;
    private static final int DST_UPPER_BOUND = 60;

    /** Reads the extension of a slot. */
    public static DmaExtension decode(Slot slot) {
        return new DmaExtension(
                slot.u8(FLAGS),
                slot.u8(CHANNELS),
                slot.u8(COMPUTE_OP),
                slot.i32(SRC_INDEX),
                slot.i32(DST_INDEX),
                slot.i32(SRC_BOUND),
                slot.i32(DST_BOUND),
                slot.i32(TILE_STEP),
                slot.u8(TILE_ROWS),
                slot.u8(TILE_COLS),
                slot.i32(SRC_UPPER_BOUND),
                slot.i32(DST_UPPER_BOUND));
    }

    /** Writes the extension into a slot. */
    public void encode(Slot slot) {
        slot.setU8(FLAGS, flags)
                .setU8(CHANNELS, channels)
                .setU8(COMPUTE_OP, computeOp)
                .setI32(SRC_INDEX, srcIndex)
                .setI32(DST_INDEX, dstIndex)
                .setI32(SRC_BOUND, srcBound)
                .setI32(DST_BOUND, dstBound)
                .setI32(TILE_STEP, tileStep)
                .setU8(TILE_ROWS, tileRows)
                .setU8(TILE_COLS, tileCols)
                .setI32(SRC_UPPER_BOUND, srcUpperBound)
                .setI32(DST_UPPER_BOUND, dstUpperBound);
    }

    /** Bytes of the source variable. */
    public long srcBytes() {
        return (long) srcUpperBound << Integer.SIZE | Integer.toUnsignedLong(srcBound);
    }

    /** Bytes of the destination variable. */
    public long dstBytes() {
        return (long) dstUpperBound << Integer.SIZE | Integer.toUnsignedLong(dstBound);
    }
}
