package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.q7.Q7Cluster;
import java.util.List;

/**
 * Sunda's way to the libraries of a NEFF: three local registers of POOL tell the firmware of their table
 * ({@code insert_pool_ulib_config_v2}).
 *
 * <p>No real image shows it, as no known file has libraries. Source: q7.md §5.5, §5.6.
 */
final class PoolLibraryTable {
    private PoolLibraryTable() {}

    /** The slots for an engine; none for a graph without libraries of its own, and for another engine than POOL. */
    static List<Slot> switchOn(EngineType engine, CorePlan plan) {
        if (engine != EngineType.POOL || plan.libraryTable().isEmpty()) {
            return List.of();
        }
        long table = plan.libraryTable().getAsLong();
        return List.of(
                write(plan, Q7Cluster.TABLE_LOW, table & 0xFFFF_FFFFL),
                write(plan, Q7Cluster.TABLE_HIGH, table >>> Integer.SIZE),
                write(plan, Q7Cluster.TABLE_VALID, 1));
    }

    private static Slot write(CorePlan plan, int register, long value) {
        return RuntimeSlots.write(plan.registers().local(EngineType.POOL, register), value);
    }
}
