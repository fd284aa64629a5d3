package io.nrt4j.hal.isa;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.ArrayList;
import java.util.List;

/**
 * An instruction of the v1 synchronisation sequencer: eight bytes, the first of them a 7-bit opcode under a phase bit.
 *
 * <p>Where the operands lie in the other seven bytes is not known; they are kept as they are. Later generations have
 * 64-byte slots on this engine too. Source: isa-encodings.md §7.2.
 *
 * @param opcode bits 6:0 of byte 0
 * @param phase bit 7 of byte 0
 * @param payload bytes 1 to 7
 */
public record TongaSpInstruction(TongaSpOpcode opcode, int phase, Bytes payload) {
    /** Bytes of an instruction. */
    public static final int BYTES = 8;

    private static final int OPCODE = 0x7F;
    private static final int PHASE_SHIFT = 7;

    /** Checks the widths. */
    public TongaSpInstruction {
        if (phase < 0 || phase > 1 || payload.length() != BYTES - 1) {
            throw new BadInstructionException(
                    "phase %d and %d bytes of payload, not a bit and 7 bytes".formatted(phase, payload.length()));
        }
    }

    /**
     * Decodes the instruction at the reader index, which moves behind it.
     *
     * @throws BadInstructionException if fewer than eight bytes are left or the opcode is not defined
     */
    public static TongaSpInstruction decode(ByteBuf buffer) {
        if (buffer.readableBytes() < BYTES) {
            throw new BadInstructionException(buffer.readableBytes() + " bytes are left of an instruction of 8");
        }
        int first = buffer.readUnsignedByte();
        byte[] payload = new byte[BYTES - 1];
        buffer.readBytes(payload);
        TongaSpOpcode opcode = TongaSpOpcode.fromCode(opcodeOf(first))
                .orElseThrow(() -> new BadInstructionException(
                        "opcode 0x%02x of the v1 SP sequencer is not defined".formatted(opcodeOf(first))));
        return new TongaSpInstruction(opcode, first >> PHASE_SHIFT, Bytes.of(payload));
    }

    /**
     * Decodes a whole stream.
     *
     * @throws BadInstructionException if it is not made of defined instructions
     */
    public static List<TongaSpInstruction> decodeAll(ByteBuf stream) {
        List<TongaSpInstruction> instructions = new ArrayList<>();
        while (stream.isReadable()) {
            instructions.add(decode(stream));
        }
        return instructions;
    }

    /** Appends the eight bytes to a buffer. */
    public void encode(ByteBuf buffer) {
        buffer.writeByte(opcode.code() | phase << PHASE_SHIFT);
        buffer.writeBytes(payload.toArray());
    }

    /** The opcode in the first byte of an instruction, below the phase. */
    public static int opcodeOf(int firstByte) {
        return firstByte & OPCODE;
    }

    /** One instruction as text; never fails, as a listing of other slots does not. */
    public static Disassembler.Line disassemble(ByteBuf instruction) {
        byte[] bytes = ByteBufUtil.getBytes(instruction);
        try {
            TongaSpInstruction decoded = decode(instruction);
            return new Disassembler.Line(
                    decoded.opcode().text(), "phase=%d payload=%s".formatted(decoded.phase(), decoded.payload()));
        } catch (BadInstructionException undefinedOpcode) {
            return new Disassembler.Line(
                    "UNKNOWN_0x%02x".formatted(opcodeOf(bytes[0])),
                    Bytes.of(bytes).toString());
        }
    }
}
