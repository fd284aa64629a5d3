package io.nrt4j.loader.listing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.BadInstructionException;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.analysis.CorePrograms;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.EngineProgram;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The programs of a graph for the analysis of the instruction set. */
public final class DeclaredPrograms {
    /** Decoded slots take hundreds of bytes each; more than these (32 MiB of programs) are not analysed. */
    public static final int MOST_SLOTS = 1 << 19;

    private DeclaredPrograms() {}

    /**
     * Decodes the programs of a graph.
     *
     * @return empty where an opcode is not defined on the graph's target, for v1, and for programs of more than
     *     {@link #MOST_SLOTS} slots
     */
    public static Optional<CorePrograms> of(Definition definition) {
        Generation generation = Generation.of(definition.target());
        if (generation == Generation.V1 || slots(definition) > MOST_SLOTS) {
            return Optional.empty();
        }
        Map<EngineType, ByteBuf> streams = new EnumMap<>(EngineType.class);
        definition.engines().keySet().forEach(engine -> streams.put(engine, bytes(definition, engine)));
        try {
            return Optional.of(CorePrograms.decode(generation, DeclaredFacts.of(definition), streams));
        } catch (BadInstructionException undefinedOpcode) {
            return Optional.empty();
        }
    }

    /** Slots of all engines together. */
    static long slots(Definition definition) {
        return definition.engines().values().stream()
                .mapToLong(EngineProgram::slots)
                .sum();
    }

    /** An engine's program in memory of its own: many single numbers are read, each of which a member's slices delay. */
    static ByteBuf bytes(Definition definition, EngineType engine) {
        return Unpooled.copiedBuffer(definition.engine(engine).program());
    }
}
