package io.nrt4j.hal.isa;

import java.util.List;

/** A slot taken apart, in whichever dialect. */
public sealed interface DecodedSlot permits Instruction, TongaInstruction {
    /**
     * Decodes a slot in the dialect of a generation.
     *
     * @throws BadInstructionException if the generation does not define the opcode
     */
    static DecodedSlot decode(Slot slot, Generation generation) {
        return generation == Generation.V1 ? TongaInstruction.decode(slot) : Instruction.decode(slot, generation);
    }

    /** Slot byte 0. */
    int opcodeCode();

    /** The instruction's name as a profiler prints it. */
    String mnemonic();

    Operands operands();

    /** The fields of {@link #operands()}. */
    List<Field> fields();

    /** Non-zero bytes that no field names. */
    UnknownBytes unknown();

    /** Writes the 64 bytes into a slot. */
    void encode(Slot slot);
}
