package io.nrt4j.loader.listing;

import io.nrt4j.hal.isa.VariableNames;
import io.nrt4j.loader.manifest.Definition;
import java.util.HashMap;
import java.util.Map;

/** Places in variables by the variables' names: {@code SB+0x37c00}. */
final class DeclaredVariables implements VariableNames {
    private final Map<Integer, String> names = new HashMap<>();

    DeclaredVariables(Definition definition) {
        definition.variables().forEach(v -> names.put(v.varId(), v.name()));
    }

    @Override
    public String place(int varId, long offset) {
        String name = names.get(varId);
        return name == null ? BY_ID.place(varId, offset) : "%s+0x%x".formatted(name, offset);
    }
}
