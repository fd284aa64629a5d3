package io.nrt4j.loader.manifest;

import java.util.List;
import java.util.OptionalInt;

/**
 * What the ACT engine's JSON says beside its program.
 *
 * @param sets the function sets in file order
 * @param semaphore {@code act_semaphore}, the semaphore of the set descriptor
 * @param functions {@code activation_functions} of inf1 files; recorded only
 */
public record ActivationTables(List<ActivationFunctionSet> sets, OptionalInt semaphore, List<String> functions) {
    /** No tables: the definition names no ACT engine. */
    public static final ActivationTables NONE = new ActivationTables(List.of(), OptionalInt.empty(), List.of());

    public ActivationTables {
        sets = List.copyOf(sets);
        functions = List.copyOf(functions);
    }
}
