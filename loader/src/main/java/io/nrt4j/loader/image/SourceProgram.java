package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import java.nio.charset.StandardCharsets;
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
    /** char[36] at 12 of FUNCTION_BEGIN and FUNCTION_CALL. */
    private static final int NAME = 12;

    private static final int NAME_BYTES = 36;

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
        this.bytes = program;
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
            String name = id == 0 ? "" : name(slot(starts.get(id)), NAME, NAME_BYTES);
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

    /** A view of a slot; writes would go to the member's bytes and are forbidden. */
    Slot slot(int index) {
        return Slot.at(bytes, bytes.readerIndex() + index * Slot.BYTES);
    }

    /** The opcode of a slot. */
    int opcode(int index) {
        return bytes.getUnsignedByte(bytes.readerIndex() + index * Slot.BYTES);
    }

    /** A zero-terminated text of at most {@code length} bytes in a slot. */
    static String name(Slot slot, int offset, int length) {
        byte[] text = new byte[length];
        int end = 0;
        while (end < length && slot.u8(offset + end) != 0) {
            text[end] = (byte) slot.u8(offset + end);
            end++;
        }
        return new String(text, 0, end, StandardCharsets.UTF_8);
    }
}
