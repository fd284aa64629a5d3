package io.nrt4j.loader.manifest;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.archive.Member;
import java.util.List;

/** Rules about the variables of one graph. */
final class VariableLint {
    private static final int NPY_MAJOR_VERSION_OFFSET = 6;

    private VariableLint() {}

    static void check(Definition definition, LintContext context) {
        for (int i = 0; i < definition.variables().size(); i++) {
            Variable variable = definition.variables().get(i);
            if (variable.varId() != i) {
                context.find(
                        LintRule.VARIABLE_IDS,
                        definition.path(),
                        "variable %s has id %d, expected %d"
                                .formatted(variable.name(), Integer.toUnsignedLong(variable.varId()), i));
                break;
            }
        }
        for (Variable variable : definition.variables()) {
            if (variable instanceof Variable.VariableList list) {
                references(list, list.varIds(), definition, context);
            } else if (variable instanceof Variable.DgeTable table) {
                references(table, table.varIds(), definition, context);
            } else if (variable instanceof Variable.Pointer pointer) {
                references(pointer, List.of(pointer.referencedVarId()), definition, context);
            } else if (variable instanceof Variable.FileBuffer file) {
                payload(file, definition, context);
            }
        }
    }

    private static void references(Variable from, List<Integer> varIds, Definition definition, LintContext context) {
        for (int id : varIds) {
            if (definition.variables().stream().noneMatch(v -> v.varId() == id)) {
                context.find(
                        LintRule.VARIABLE_REFERENCE,
                        definition.path(),
                        "variable %s refers to id %d, which does not exist"
                                .formatted(from.name(), Integer.toUnsignedLong(id)));
            }
        }
    }

    private static void payload(Variable.FileBuffer file, Definition definition, LintContext context) {
        Payload payload = file.payload();
        if (payload.size() != file.size()) {
            context.find(
                    LintRule.PAYLOAD_SIZE,
                    definition.path(),
                    "variable %s has %d bytes, %s holds %d"
                            .formatted(file.name(), file.size(), payload.member(), payload.size()));
        }
        if (payload.member().endsWith(FilePayload.NPY_SUFFIX)) {
            context.members().find(payload.member()).ifPresent(member -> npyVersion(member, context));
        }
    }

    private static void npyVersion(Member member, LintContext context) {
        if (member.chunks().isEmpty()) {
            return;
        }
        ByteBuf start = member.chunks().get(0);
        if (start.readableBytes() > NPY_MAJOR_VERSION_OFFSET) {
            int version = start.getUnsignedByte(start.readerIndex() + NPY_MAJOR_VERSION_OFFSET);
            if (version != 1) {
                context.find(
                        LintRule.NPY_VERSION,
                        member.name(),
                        "npy version %d, whose data the runtime takes from the wrong place".formatted(version));
            }
        }
    }
}
