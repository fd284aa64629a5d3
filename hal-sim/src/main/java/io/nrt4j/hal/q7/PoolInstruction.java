package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;

/**
 * What the firmware's dispatch reads of a 64-byte instruction: opcode and specialization. Source: q7.md §6.3.
 *
 * @param opcode byte 0
 * @param specialization byte 12 of an EXTENDED_INST, 0 of every other instruction
 */
public record PoolInstruction(int opcode, int specialization) {
    /** EXTENDED_INST, the opcode behind which a library may have up to 256 functions. */
    public static final int EXTENDED = 0xF0;

    private static final int OPCODE_AT = 0;
    private static final int SPECIALIZATION_AT = 12;

    /** Reads the instruction at the reader index without moving it. */
    public static PoolInstruction of(ByteBuf slot) {
        int at = slot.readerIndex();
        int opcode = slot.getUnsignedByte(at + OPCODE_AT);
        return new PoolInstruction(opcode, opcode == EXTENDED ? slot.getUnsignedByte(at + SPECIALIZATION_AT) : 0);
    }
}
