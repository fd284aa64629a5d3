package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.loader.image.CodeBlock.Label;
import io.nrt4j.loader.image.SourceProgram.SourceFunction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The places that branches of one function can name: its labels, the functions of the program, the postamble.
 *
 * <p>Label ids need not be unique (most files use 0 for the first label and 0 again later), so a branch means the next
 * label of that id behind it, else the last one before it.
 */
final class BranchLabels {
    /** u32 at 12 of BRANCH_LABEL. Source: isa.md §13. */
    private static final int LABEL_ID = 12;

    private final Map<Integer, TreeMap<Integer, Label>> labels = new HashMap<>();
    private final SourceProgram program;
    private final List<Label> functions;
    private final Label exit;

    /**
     * @param functions the starts of all functions, by id
     * @param exit the start of the postamble
     */
    BranchLabels(SourceProgram program, SourceFunction function, List<Label> functions, Label exit) {
        this.program = program;
        this.functions = functions;
        this.exit = exit;
        for (int i = function.first(); i < function.end(); i++) {
            if (program.opcode(i) == Opcode.PSEUDO_BRANCH_LABEL.code()) {
                labels.computeIfAbsent(program.slot(i).i32(LABEL_ID), id -> new TreeMap<>())
                        .put(i, new Label());
            }
        }
    }

    /** The label that the BRANCH_LABEL slot at {@code index} defines. */
    Label definedAt(int index) {
        return labels.get(program.slot(index).i32(LABEL_ID)).get(index);
    }

    /** The label that a branch at {@code index} means, or empty if the function has none of that id. */
    Optional<Label> target(int id, int index) {
        return Optional.ofNullable(labels.get(id)).map(sameId -> {
            Map.Entry<Integer, Label> behind = sameId.higherEntry(index);
            return behind != null ? behind.getValue() : sameId.lastEntry().getValue();
        });
    }

    /** The start of a function, or empty for an unknown name. */
    Optional<Label> function(String name) {
        return program.function(name).map(f -> functions.get(f.id()));
    }

    /** Where the program's end goes. */
    Label exit() {
        return exit;
    }
}
