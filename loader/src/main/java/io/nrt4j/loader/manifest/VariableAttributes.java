package io.nrt4j.loader.manifest;

import java.util.List;

/**
 * What every variable has.
 *
 * @param name the key in {@code var}
 * @param varId dense number, unique in the graph
 * @param alignment bytes, a power of two; 0 where the file gives none
 * @param dtype free text for device print; mostly empty
 * @param shape for device print; mostly empty
 */
public record VariableAttributes(String name, int varId, long alignment, String dtype, List<Long> shape) {
    public VariableAttributes {
        shape = List.copyOf(shape);
    }

    /** Attributes without alignment, dtype and shape. */
    public static VariableAttributes of(String name, int varId) {
        return new VariableAttributes(name, varId, 0, "", List.of());
    }
}
