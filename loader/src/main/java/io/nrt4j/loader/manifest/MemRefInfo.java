package io.nrt4j.loader.manifest;

import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code mem_ref_info}: the variables of a graph by name and id. Iteration is by id, whatever the order in the file. Source:
 * memory.md §1.5.
 */
final class MemRefInfo {
    private static final LogMessage EXISTS =
            LogMessage.error("NEFF", "check_var_exists", "Variable %s (id %u) already exists");
    private static final LogMessage UNEXPECTED_IDS =
            LogMessage.error("NEFF", "kelf_load_from_neff", "Unexpected var_ids set! max=%u, size=%lu");

    private final Map<String, Variable> byName = new HashMap<>();
    private final TreeMap<Integer, Variable> byId = new TreeMap<>(Integer::compareUnsigned);
    private final ParseContext context;

    MemRefInfo(ParseContext context) {
        this.context = context;
    }

    /** {@code check_var_exists}, then {@code add_var_to_lookup_maps}. */
    void add(Variable variable) {
        if (byName.containsKey(variable.name()) || byId.containsKey(variable.varId())) {
            throw context.refuse(EXISTS, variable.name(), Integer.toUnsignedLong(variable.varId()));
        }
        byName.put(variable.name(), variable);
        byId.put(variable.varId(), variable);
    }

    /** {@code check_var_ids}: the ids are 0 to n-1. */
    void checkIds() {
        if (byId.isEmpty()) {
            return;
        }
        long max = Integer.toUnsignedLong(byId.lastKey());
        if (max + 1 != byId.size()) {
            throw context.refuse(UNEXPECTED_IDS, max, byId.size());
        }
    }

    boolean hasOutput() {
        return byId.values().stream().anyMatch(v -> v instanceof Variable.Output);
    }

    Optional<Variable> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** In ascending id, with each pointer told whether it refers to an input or output. */
    List<Variable> inIdOrder() {
        Set<Integer> io = new HashSet<>();
        byId.forEach((id, variable) -> {
            if (variable instanceof Variable.Input || variable instanceof Variable.Output) {
                io.add(id);
            }
        });
        return byId.values().stream().map(v -> withIoReference(v, io)).toList();
    }

    private static Variable withIoReference(Variable variable, Set<Integer> io) {
        return variable instanceof Variable.Pointer pointer
                ? new Variable.Pointer(
                        pointer.attributes(), pointer.referencedVarId(), io.contains(pointer.referencedVarId()))
                : variable;
    }
}
