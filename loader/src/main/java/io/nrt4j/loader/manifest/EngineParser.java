package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.json.JsonElement;
import java.util.List;

/** The five engine files of a definition: {@code parse_one_engine_instr}. Source: manifest.md §4 step 14, §7.1. */
final class EngineParser {
    private static final LogMessage PLACEHOLDER =
            LogMessage.warn("NEFF", "kelf_load_from_neff", "Engine %s not found in NEFF %s, using empty placeholder");

    private final JsonElement definition;
    private final String definitionPath;
    private final String directory;
    private final MlaResources resources;
    private final ParseContext context;

    EngineParser(
            JsonElement definition,
            String definitionPath,
            String directory,
            MlaResources resources,
            ParseContext context) {
        this.definition = definition;
        this.definitionPath = definitionPath;
        this.directory = directory;
        this.resources = resources;
        this.context = context;
    }

    /** Reads the engine that the definition names under its key, or takes a placeholder. */
    void parse(EngineType engine) {
        if (definition.get(engine.key()).isEmpty()) {
            absent(engine);
            return;
        }
        String file = new ObjectKeys(definition, definitionPath, "kelf_load_from_neff", context).string(engine.key());
        String path = MemberPath.in(directory, file);
        JsonElement root = context.json().load(path);
        DmaBlockParser blocks = new DmaBlockParser(path, resources, context);
        List<DmaBlock> dmaBlocks = blocks.parseAll(root, path);
        switch (engine) {
            case ACT -> resources.activation = new ActivationParser(directory, context).parse(root, path);
            case DVE -> resources.dveTables = new DveParser(directory, context).parse(root, path);
            case PE, POOL, SP -> {}
        }
        String program =
                MemberPath.in(directory, new ObjectKeys(root, path, "parse_one_engine_instr", context).string("instr"));
        resources.engines.put(
                engine, new EngineProgram(engine, path, program, BinaryMembers.program(program, context), dmaBlocks));
    }

    /** An inf1 core has three engines, so nothing is missing there. */
    private void absent(EngineType engine) {
        if (resources.target == Arch.TONGA && (engine == EngineType.DVE || engine == EngineType.SP)) {
            return;
        }
        context.log(PLACEHOLDER, engine.key(), definitionPath);
        resources.engines.put(engine, EngineProgram.placeholder(engine));
    }
}
