package io.nrt4j.hal.isa;

/**
 * An operand of a collective: six words, address (offset, marker and id), two steps, two counts.
 *
 * <p>Source: exec.md §7.1, "in 0xD9/0xDA an operand is 6 words".
 *
 * @param address a variable, marker {@link DmaAddress#VARIABLE}
 * @param step0 step of the inner loop in elements
 * @param step1 step of the outer loop
 * @param count0 count of the inner loop
 * @param count1 count of the outer loop
 */
public record CollectiveOperand(DmaAddress address, int step0, int step1, int count0, int count1) {
    /** Bytes in a slot. */
    public static final int BYTES = 24;

    private static final int STEP0 = 8;
    private static final int STEP1 = 12;
    private static final int COUNT0 = 16;
    private static final int COUNT1 = 20;

    /** Reads an operand at an offset of a slot. */
    public static CollectiveOperand decode(Slot slot, int offset) {
        return new CollectiveOperand(
                new DmaAddress(slot.i64(offset)),
                slot.i32(offset + STEP0),
                slot.i32(offset + STEP1),
                slot.i32(offset + COUNT0),
                slot.i32(offset + COUNT1));
    }

    /** Writes the operand at an offset of a slot. */
    public void encode(Slot slot, int offset) {
        slot.setI64(offset, address.raw())
                .setI32(offset + STEP0, step0)
                .setI32(offset + STEP1, step1)
                .setI32(offset + COUNT0, count0)
                .setI32(offset + COUNT1, count1);
    }

    /** Whether the slot has no such operand: all 24 bytes are zero. */
    public boolean isAbsent() {
        return address.raw() == 0 && step0 == 0 && step1 == 0 && count0 == 0 && count1 == 0;
    }

    /** Number of elements. */
    public long elements() {
        return Integer.toUnsignedLong(count0) * Integer.toUnsignedLong(count1);
    }
}
