package io.nrt4j.hal.isa;

/**
 * {@link Opcode#PSEUDO_EXTENSION} behind a collective: its group and its destination.
 *
 * <p>Source: isa-encodings.md §5.6 (0xD9 + 0xDA).
 *
 * @param chaining whether a further extension follows
 * @param group replica group
 * @param channel communication channel
 * @param stream communication stream
 * @param dst destination
 */
public record CollectiveExtension(int chaining, int group, int channel, int stream, CollectiveOperand dst) {
    private static final int CHAINING = 1;
    private static final int GROUP = 2;
    private static final int CHANNEL = 4;
    private static final int STREAM = 6;
    private static final int DST = 8;

    /** Reads the extension of a slot. */
    public static CollectiveExtension decode(Slot slot) {
        return new CollectiveExtension(
                slot.u8(CHAINING),
                slot.u16(GROUP),
                slot.u16(CHANNEL),
                slot.u16(STREAM),
                CollectiveOperand.decode(slot, DST));
    }

    /** Writes the extension into a slot. */
    public void encode(Slot slot) {
        slot.setU8(CHAINING, chaining)
                .setU16(GROUP, group)
                .setU16(CHANNEL, channel)
                .setU16(STREAM, stream);
        dst.encode(slot, DST);
    }
}
