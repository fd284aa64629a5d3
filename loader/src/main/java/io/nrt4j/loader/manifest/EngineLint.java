package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.json.JsonElement;
import java.util.Optional;

/** Rules about the engine files of one graph. */
final class EngineLint {
    private static final int ENTRY_BYTES = ActivationFunctionSet.ENTRY_BYTES;
    /** Measured on the sets of the inf1 files: 71 entries in 1136 bytes, 185 in 2960. */
    private static final int CONTROL_ENTRY_BYTES_INF1 = 16;

    private EngineLint() {}

    static void check(Definition definition, LintContext context) {
        for (EngineProgram program : definition.engines().values()) {
            if (!program.isPlaceholder()) {
                programName(program, definition, context);
                programLength(program, context);
            }
        }
        definition.activation().sets().forEach(set -> tableSizes(set, definition, context));
    }

    private static void programName(EngineProgram program, Definition definition, LintContext context) {
        String key = program.engine().key() + "_instr";
        Optional<String> declared = context.document(definition.path())
                .flatMap(root -> root.get(key))
                .flatMap(JsonElement::string)
                .map(name -> MemberPath.in(definition.directory(), name));
        if (declared.isPresent() && !declared.get().equals(program.programMember())) {
            context.find(
                    LintRule.PROGRAM_NAME,
                    definition.path(),
                    "%s is %s, %s says %s"
                            .formatted(key, declared.get(), program.jsonMember(), program.programMember()));
        }
    }

    private static void programLength(EngineProgram program, LintContext context) {
        int bytes = program.program().readableBytes();
        if (bytes % EngineProgram.SLOT_BYTES != 0) {
            context.find(
                    LintRule.PROGRAM_LENGTH,
                    program.programMember(),
                    "%d bytes, no multiple of %d".formatted(bytes, EngineProgram.SLOT_BYTES));
        }
    }

    private static void tableSizes(ActivationFunctionSet set, Definition definition, LintContext context) {
        String path = MemberPath.in(definition.directory(), set.name() + ".json");
        int controlBytes = definition.target() == Arch.TONGA ? CONTROL_ENTRY_BYTES_INF1 : ENTRY_BYTES;
        context.document(path).ifPresent(root -> {
            tableSize(root, "bkt_entry_cnt", ENTRY_BYTES, set.buckets().readableBytes(), path, context);
            tableSize(root, "ctl_entry_cnt", controlBytes, set.controls().readableBytes(), path, context);
        });
    }

    private static void tableSize(
            JsonElement root, String key, int entryBytes, int bytes, String path, LintContext context) {
        Optional<JsonElement> count = root.get(key);
        if (count.isPresent() && count.get().unsigned().orElse(-1) * entryBytes != bytes) {
            context.find(
                    LintRule.TABLE_SIZE,
                    path,
                    "%s %s of %d bytes, the file has %d".formatted(key, count.get(), entryBytes, bytes));
        }
    }
}
