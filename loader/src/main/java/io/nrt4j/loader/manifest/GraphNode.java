package io.nrt4j.loader.manifest;

import java.util.List;

/**
 * One node of {@code neff.json}.
 *
 * @param name its name; carries no meaning
 * @param funcName {@code attrs.func_name}: {@code __kelf} for the device program, another text for a CPU node of an
 *     inf1 file, empty for an input
 * @param outputNames the tensors it produces
 */
public record GraphNode(String name, String funcName, List<String> outputNames) {
    /** The {@code func_name} of the node that holds the device program. */
    public static final String KELF = "__kelf";

    public GraphNode {
        outputNames = List.copyOf(outputNames);
    }

    /** Whether this node is host code, which inf1 compilers could place beside the device program. */
    public boolean isCpuNode() {
        return !funcName.isEmpty() && !funcName.equals(KELF);
    }
}
