package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.activation.ActivationFunction;
import io.nrt4j.hal.engine.activation.ExactFunctions;
import io.nrt4j.hal.engine.activation.TableFunction;
import io.nrt4j.hal.engine.activation.TableProfile;
import io.nrt4j.hal.engine.activation.TableSet;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The activation engine's state: the table set in use and one accumulator per partition. */
final class ActivationUnit {
    /** Functions whose tables are exact and which are too common to evaluate them. Source: isa-encodings.md §6. */
    private static final Set<String> PASS_THROUGH = Set.of("identity", "copy");

    /** A function with a parameter, which its table does not hold. Source: isa-encodings.md §6. */
    private static final String PARAMETRIC = "parametric_relu";

    private final ActivationTables tables;
    private final LaneAccumulators accumulators;
    private final Map<Integer, ActivationFunction> functions = new HashMap<>();
    private int selected;

    ActivationUnit(ActivationTables tables, int partitions) {
        this.tables = tables;
        this.accumulators = new LaneAccumulators(partitions);
    }

    /** Takes a table set into use. */
    void select(int set) {
        if (set >= tables.sets().size() && !tables.sets().isEmpty()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "table set " + set + " of " + tables.sets().size());
        }
        selected = set;
        functions.clear();
    }

    /** The function of a number in the set in use. */
    ActivationFunction function(int id) {
        return functions.computeIfAbsent(id, this::find);
    }

    private ActivationFunction find(int id) {
        if (tables.sets().isEmpty()) {
            return exact(id, nameOf(id));
        }
        TableSet set = tables.sets().get(selected);
        TableProfile profile = set.profile(id)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_OPERAND,
                        "activation function %d is not in table set %s".formatted(id, set.name())));
        if (profile.name().equals(PARAMETRIC)) {
            throw new InstructionFaultException(
                    FaultKind.UNSUPPORTED_OPCODE,
                    "where activation function %d (%s) takes its parameter from is not known"
                            .formatted(id, profile.name()));
        }
        if (tables.exact() || PASS_THROUGH.contains(profile.name())) {
            return exact(id, profile.name());
        }
        return new TableFunction(set, profile);
    }

    private static ActivationFunction exact(int id, String name) {
        return ExactFunctions.find(name)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.UNSUPPORTED_OPCODE,
                        "activation function %d (%s) has no known definition".formatted(id, name)));
    }

    private static String nameOf(int id) {
        return io.nrt4j.hal.isa.ActivationFunction.fromCode(id)
                .map(f -> switch (f) {
                    case NATURAL_LOG -> "ln";
                    default -> f.name().toLowerCase(Locale.ROOT);
                })
                .orElse("unknown");
    }

    /** The running sum of each partition. */
    LaneAccumulators accumulators() {
        return accumulators;
    }
}
