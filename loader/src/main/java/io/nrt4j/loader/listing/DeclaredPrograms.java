package io.nrt4j.loader.listing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.analysis.CorePrograms;
import io.nrt4j.loader.manifest.Definition;
import java.util.EnumMap;
import java.util.Map;

/** The programs of a graph for the analysis of the instruction set. */
public final class DeclaredPrograms {
    private DeclaredPrograms() {}

    /**
     * Decodes the programs of a graph.
     *
     * @throws io.nrt4j.hal.isa.BadInstructionException for an opcode that the graph's target does not define, and for
     *     every program of v1
     */
    public static CorePrograms of(Definition definition) {
        Map<EngineType, ByteBuf> streams = new EnumMap<>(EngineType.class);
        definition.engines().keySet().forEach(engine -> streams.put(engine, bytes(definition, engine)));
        return CorePrograms.decode(Generation.of(definition.target()), DeclaredFacts.of(definition), streams);
    }

    /** An engine's program in memory of its own: many single numbers are read, each of which a member's slices delay. */
    static ByteBuf bytes(Definition definition, EngineType engine) {
        return Unpooled.copiedBuffer(definition.engine(engine).program());
    }
}
