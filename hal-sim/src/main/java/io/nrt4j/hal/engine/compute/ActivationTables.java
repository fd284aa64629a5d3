package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.activation.TableSet;
import java.util.List;

/**
 * The activation tables that a program may load, and how they are evaluated.
 *
 * @param sets in the order by which ACTIVATION_TABLE_LOAD numbers them
 * @param exact whether functions are computed mathematically instead of from the tables
 */
public record ActivationTables(List<TableSet> sets, boolean exact) {
    /** No tables: every function is mathematical. */
    public static final ActivationTables NONE = new ActivationTables(List.of(), true);

    public ActivationTables {
        sets = List.copyOf(sets);
    }
}
