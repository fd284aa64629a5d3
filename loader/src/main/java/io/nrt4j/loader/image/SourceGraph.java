package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.EngineProgram;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/** A graph and the programs of its engines, which are read once for all that looks at them. */
final class SourceGraph {
    /** Ours: the emulator builds images in memory; the largest known program is 1.4 MB. */
    static final LogMessage PROGRAM_TOO_LARGE = LogMessage.error(
            "TDRV", "ib_create_one_block", "Program of %u bytes for %s is larger than the emulator's limit of %u");

    private static final int MAX_PROGRAM_BYTES = 64 << 20;

    private final Definition definition;
    private final Map<EngineType, SourceProgram> programs;

    private SourceGraph(Definition definition, Map<EngineType, SourceProgram> programs) {
        this.definition = definition;
        this.programs = programs;
    }

    /**
     * Reads the programs of a graph.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException if one is too large
     */
    static SourceGraph of(Definition definition, Nlog nlog) {
        Map<EngineType, SourceProgram> programs = new EnumMap<>(EngineType.class);
        for (EngineType engine : EngineType.values()) {
            programs.put(engine, read(definition.engine(engine), nlog));
        }
        return new SourceGraph(definition, programs);
    }

    private static SourceProgram read(EngineProgram engine, Nlog nlog) {
        int bytes = engine.program().readableBytes();
        if (bytes > MAX_PROGRAM_BYTES) {
            throw nlog.fail(
                    NrtStatus.NRT_RESOURCE,
                    LoadStage.IMAGES,
                    PROGRAM_TOO_LARGE,
                    bytes,
                    engine.engine().key(),
                    MAX_PROGRAM_BYTES);
        }
        return new SourceProgram(engine.program());
    }

    Definition definition() {
        return definition;
    }

    /** The program of an engine; one without slots where there is none. */
    SourceProgram program(EngineType engine) {
        return programs.get(engine);
    }

    /** Whether a condition holds for any engine's program. */
    boolean any(Predicate<SourceProgram> condition) {
        return programs.values().stream().anyMatch(condition);
    }
}
