package io.nrt4j.loader.pack.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The variables of a {@code def.json}. */
final class VariableNames {
    private VariableNames() {}

    /** The names of the variables of {@code type} in {@code var_id} order. */
    static List<String> ofType(JsonNode definition, String type) {
        return definition.path("var").properties().stream()
                .filter(v -> v.getValue().path("type").asText().equals(type))
                .sorted(Comparator.comparingLong(
                        v -> v.getValue().path("var_id").asLong()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
