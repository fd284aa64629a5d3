package io.nrt4j.hal.isa;

import java.util.List;

/**
 * A decoded slot of v1. Decoding and encoding give back the same 64 bytes.
 *
 * @param opcode slot byte 0
 * @param wordLength slot byte 1
 * @param debugCommand slot byte 2
 * @param debugHint slot byte 3
 * @param events slot bytes 4 to 7
 * @param operands the rest
 * @param unknown non-zero bytes that no field names
 */
public record TongaInstruction(
        TongaOpcode opcode,
        int wordLength,
        int debugCommand,
        int debugHint,
        TongaEvents events,
        Operands operands,
        UnknownBytes unknown)
        implements DecodedSlot {
    private static final long HEADER_AND_EVENTS = 0xFF;

    /** Checks that the operands are those of the opcode. */
    public TongaInstruction {
        if (!opcode.record().isInstance(operands)) {
            throw new BadInstructionException("%s takes %s, not %s"
                    .formatted(
                            opcode,
                            opcode.record().getSimpleName(),
                            operands.getClass().getSimpleName()));
        }
    }

    /**
     * Decodes a slot.
     *
     * @throws BadInstructionException if v1 does not define the opcode
     */
    public static TongaInstruction decode(Slot slot) {
        TongaOpcode opcode = TongaOpcode.fromCode(slot.opcodeCode())
                .orElseThrow(() -> new BadInstructionException(
                        "opcode 0x%02x is not defined on %s".formatted(slot.opcodeCode(), Generation.V1.codeName())));
        OperandCodec codec = opcode.codec();
        return new TongaInstruction(
                opcode,
                slot.u8(Slot.WORD_LENGTH),
                slot.u8(Slot.DEBUG_COMMAND),
                slot.u8(Slot.DEBUG_HINT),
                TongaEvents.decode(slot),
                codec.decode(slot),
                UnknownBytes.of(slot, HEADER_AND_EVENTS | codec.mask()));
    }

    @Override
    public void encode(Slot slot) {
        slot.clear()
                .setU8(Slot.OPCODE, opcode.code())
                .setU8(Slot.WORD_LENGTH, wordLength)
                .setU8(Slot.DEBUG_COMMAND, debugCommand)
                .setU8(Slot.DEBUG_HINT, debugHint);
        events.encode(slot);
        opcode.codec().encode(operands, slot);
        unknown.encode(slot);
    }

    @Override
    public int opcodeCode() {
        return opcode.code();
    }

    @Override
    public String mnemonic() {
        return opcode.text();
    }

    @Override
    public List<Field> fields() {
        return opcode.codec().fields();
    }
}
