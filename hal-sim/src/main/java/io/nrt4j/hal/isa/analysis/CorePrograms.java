package io.nrt4j.hal.isa.analysis;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.check.ProgramFacts;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The decoded programs of the five engines of one core.
 *
 * @param generation v2 or later
 * @param facts what the program declares beside
 * @param instructions of each engine, in slot order; an engine without program has none
 */
public record CorePrograms(Generation generation, ProgramFacts facts, Map<EngineType, List<Instruction>> instructions) {
    /**
     * Decodes the streams.
     *
     * @param streams whole slots from each reader index on; bytes behind the last whole slot are left out
     * @throws io.nrt4j.hal.isa.BadInstructionException for an opcode that the generation does not define
     */
    public static CorePrograms decode(Generation generation, ProgramFacts facts, Map<EngineType, ByteBuf> streams) {
        Map<EngineType, List<Instruction>> instructions = new EnumMap<>(EngineType.class);
        streams.forEach((engine, stream) -> instructions.put(engine, decode(generation, stream)));
        return new CorePrograms(generation, facts, instructions);
    }

    private static List<Instruction> decode(Generation generation, ByteBuf stream) {
        Slot slot = new Slot();
        return IntStream.range(0, stream.readableBytes() / Slot.BYTES)
                .mapToObj(i -> Instruction.decode(slot.wrap(stream, stream.readerIndex() + i * Slot.BYTES), generation))
                .toList();
    }

    /** The program of an engine; empty where it has none. */
    public List<Instruction> of(EngineType engine) {
        return instructions.getOrDefault(engine, List.of());
    }
}
