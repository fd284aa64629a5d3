package io.nrt4j.hal.isa;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * A decoded slot of v2 to v5: header, events, operands, and whatever bytes remain.
 *
 * <p>Decoding and encoding give back the same 64 bytes, whatever they are. Source: isa.md §1.
 *
 * @param generation decides the layout of a few opcodes
 * @param opcode slot byte 0
 * @param wordLength slot byte 1; 0 in an extension, whose byte 1 is payload
 * @param debugCommand slot byte 2
 * @param debugHint slot byte 3
 * @param events slot bytes 4 to 11; {@link Events#NONE} where the layout uses these bytes otherwise
 * @param operands the rest
 * @param unknown non-zero bytes that no field names
 */
public record Instruction(
        Generation generation,
        Opcode opcode,
        int wordLength,
        int debugCommand,
        int debugHint,
        Events events,
        Operands operands,
        UnknownBytes unknown)
        implements DecodedSlot {
    private static final long HEADER = 0b1111;
    private static final long HEADER_AND_EVENTS = 0b1111_1111_1111;

    /**
     * An instruction as a compiler would write it: normal word length, no debug bits, no unknown bytes.
     *
     * @throws BadInstructionException if the operands are not those of the opcode
     */
    public static Instruction of(Generation generation, Opcode opcode, Events events, Operands operands) {
        int wordLength = opcode == Opcode.PSEUDO_EXTENSION ? 0 : Slot.LENGTH_IN_WORDS;
        return new Instruction(generation, opcode, wordLength, 0, 0, events, operands, UnknownBytes.NONE);
    }

    /** Checks that the operands are those of the opcode. */
    public Instruction {
        Class<? extends Operands> expected = opcode.layout().record(generation);
        if (!expected.isInstance(operands)) {
            throw new BadInstructionException("%s takes %s, not %s"
                    .formatted(
                            opcode,
                            expected.getSimpleName(),
                            operands.getClass().getSimpleName()));
        }
    }

    /**
     * Decodes a slot.
     *
     * @throws BadInstructionException if the generation does not define the opcode
     */
    public static Instruction decode(Slot slot, Generation generation) {
        Opcode opcode = slot.opcode()
                .filter(o -> o.existsIn(generation))
                .orElseThrow(() -> new BadInstructionException(
                        "opcode 0x%02x is not defined on %s".formatted(slot.opcodeCode(), generation.codeName())));
        OperandCodec codec = opcode.layout().codec(generation);
        long fixed = fixedBytes(codec);
        boolean hasHeader = (fixed & HEADER) == HEADER;
        return new Instruction(
                generation,
                opcode,
                hasHeader ? slot.u8(Slot.WORD_LENGTH) : 0,
                hasHeader ? slot.u8(Slot.DEBUG_COMMAND) : 0,
                hasHeader ? slot.u8(Slot.DEBUG_HINT) : 0,
                fixed == HEADER_AND_EVENTS ? Events.decode(slot) : Events.NONE,
                codec.decode(slot),
                UnknownBytes.of(slot, fixed | codec.mask()));
    }

    /** Decodes the slot at the reader index of a buffer, which moves behind it. */
    public static Instruction decode(ByteBuf buffer, Generation generation) {
        Instruction instruction = decode(Slot.at(buffer, buffer.readerIndex()), generation);
        buffer.skipBytes(Slot.BYTES);
        return instruction;
    }

    /** The bytes before the operands that have their usual meaning, as a mask: all twelve, four, or the opcode alone. */
    private static long fixedBytes(OperandCodec codec) {
        if ((codec.mask() & HEADER) != 0) {
            return 1;
        }
        return (codec.mask() & HEADER_AND_EVENTS) != 0 ? HEADER : HEADER_AND_EVENTS;
    }

    @Override
    public void encode(Slot slot) {
        OperandCodec codec = opcode.layout().codec(generation);
        long fixed = fixedBytes(codec);
        slot.clear().setU8(Slot.OPCODE, opcode.code());
        if ((fixed & HEADER) == HEADER) {
            slot.setU8(Slot.WORD_LENGTH, wordLength)
                    .setU8(Slot.DEBUG_COMMAND, debugCommand)
                    .setU8(Slot.DEBUG_HINT, debugHint);
        }
        if (fixed == HEADER_AND_EVENTS) {
            events.encode(slot);
        }
        codec.encode(operands, slot);
        unknown.encode(slot);
    }

    /** Appends the 64 bytes to a buffer. */
    public void encode(ByteBuf target) {
        ByteBuf bytes = Unpooled.wrappedBuffer(new byte[Slot.BYTES]);
        encode(Slot.at(bytes, 0));
        target.writeBytes(bytes);
    }

    @Override
    public String mnemonic() {
        return opcode.text();
    }

    @Override
    public int opcodeCode() {
        return opcode.code();
    }

    @Override
    public List<Field> fields() {
        return opcode.layout().fields(generation);
    }
}
