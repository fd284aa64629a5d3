package io.nrt4j.loader.manifest;

import java.util.Locale;

/** The rules of {@link ManifestLint}. All known compilers keep them. Source: manifest.md §12. */
public enum LintRule {
    /** The tensors of {@code neff.json} have the sizes of the variables of the same name. */
    TENSOR_SIZE,
    /** {@code num_outputs} of a node is the number of its output names. */
    OUTPUT_COUNT,
    /** As many graphs as the header's logical core has physical ones. */
    GRAPH_COUNT,
    /** {@code <engine>_instr} of the definition is {@code instr} of the engine file. */
    PROGRAM_NAME,
    /** Programs are whole 64-byte slots. */
    PROGRAM_LENGTH,
    /** npy files hold as many bytes as {@code size} says. */
    PAYLOAD_SIZE,
    /** npy files have version 1, the only one that the runtime reads right. */
    NPY_VERSION,
    /** Variable ids are 0 to n-1. */
    VARIABLE_IDS,
    /** Lists, tables and pointers refer to variables that exist. */
    VARIABLE_REFERENCE,
    /** No semaphore completes two queue sets. */
    SHARED_SEMAPHORE,
    /** As many semaphores as queues. */
    SEMAPHORE_COUNT,
    /** The event accelerator's reservation has the values that staging demands. */
    RESERVATION,
    /** The entry counts of an activation set fit its files. */
    TABLE_SIZE,
    /** {@code neff_features} names only features whose bits are set in the header. */
    FEATURES,
    /** Members that are named are there. */
    DANGLING_MEMBER,
    /** Keys that no known compiler writes and the runtime does not read. */
    UNKNOWN_KEY;

    /** The name in reports, such as {@code tensor-size}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
