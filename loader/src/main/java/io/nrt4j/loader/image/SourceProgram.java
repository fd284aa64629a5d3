package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PseudoOperands.FunctionBegin;
import io.nrt4j.hal.isa.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An engine's program as the NEFF holds it, divided into the main program and its functions
 * ({@code itf_identify_functions}).
 *
 * <p>A function starts at every {@link Opcode#PSEUDO_FUNCTION_BEGIN}; what precedes the first is the main program,
 * function 0. Source: image-assembly.md §5, §10, §11.
 */
final class SourceProgram {

    /** A copy: members are read slot by slot, which a tracked buffer makes slow. */
    private final ByteBuf bytes;

    private final int slots;
    private final List<SourceFunction> functions = new ArrayList<>();

    /**
     * A part of the program.
     *
     * @param id 0 for the main program, then in file order
     * @param name empty for the main program
     * @param first its first slot, FUNCTION_BEGIN included
     * @param end the slot behind its last
     */
    record SourceFunction(int id, String name, int first, int end) {}

    /** The program in the readable bytes; a last piece of less than a slot is ignored. */
    SourceProgram(ByteBuf program) {
        this.bytes = Unpooled.wrappedBuffer(ByteBufUtil.getBytes(program));
        this.slots = program.readableBytes() / Slot.BYTES;
        List<Integer> starts = new ArrayList<>();
        starts.add(0);
        for (int i = 0; i < slots; i++) {
            if (opcode(i) == Opcode.PSEUDO_FUNCTION_BEGIN.code()) {
                starts.add(i);
            }
        }
        for (int id = 0; id < starts.size(); id++) {
            int end = id + 1 < starts.size() ? starts.get(id + 1) : slots;
            String name = id == 0 ? "" : functionName(slot(starts.get(id)));
            functions.add(new SourceFunction(id, name, starts.get(id), end));
        }
    }

    /** Number of slots. */
    int slots() {
        return slots;
    }

    /** The main program and the functions, by id. */
    List<SourceFunction> functions() {
        return functions;
    }

    /** A function by its name; the first of that name. */
    Optional<SourceFunction> function(String name) {
        return functions.stream()
                .filter(f -> f.id() > 0 && f.name().equals(name))
                .findFirst();
    }

    /** A view of a slot; not to be written. */
    Slot slot(int index) {
        return Slot.at(bytes, index * Slot.BYTES);
    }

    /** The opcode of a slot. */
    int opcode(int index) {
        return bytes.getUnsignedByte(index * Slot.BYTES);
    }

    /** The layout is the same in every generation that has functions. */
    private static String functionName(Slot begin) {
        Instruction instruction = Instruction.decode(begin, Generation.V3);
        return ((FunctionBegin) instruction.operands()).function().text();
    }
}
