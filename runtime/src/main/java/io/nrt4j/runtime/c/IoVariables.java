package io.nrt4j.runtime.c;

import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.variable.MemRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The variables that requests bind to tensors: one of each name, as all graphs give a name the same size. In the order of
 * the graphs. Source: exec.md §2.
 */
record IoVariables(List<MemRef> inputs, List<MemRef> outputs) {
    static IoVariables of(LoadedModel model) {
        return new IoVariables(named(model, MemRefType.MR_INPUT), named(model, MemRefType.MR_OUTPUT));
    }

    private static List<MemRef> named(LoadedModel model, MemRefType type) {
        Map<String, MemRef> byName = new LinkedHashMap<>();
        model.variables().tables().stream()
                .flatMap(table -> table.variables().stream())
                .filter(variable -> variable.type() == type)
                .forEach(variable -> byName.putIfAbsent(variable.name(), variable));
        return List.copyOf(byName.values());
    }
}
