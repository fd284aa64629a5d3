package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import java.util.List;

/**
 * Sunda's way to the libraries of a NEFF: three local registers of POOL tell the firmware of their table
 * ({@code insert_pool_ulib_config_v2}).
 *
 * <p>No real image shows it, as no known file has libraries. Source: q7.md §5.5, §5.6.
 */
final class PoolLibraryTable {
    /** {@code nx_rsvd_space0} to {@code 2}: address low, address high, valid. */
    private static final int LOW = 0x83C;

    private static final int HIGH = 0x840;
    private static final int VALID = 0x844;

    private PoolLibraryTable() {}

    /** The slots for an engine; none for a graph without libraries of its own, and for another engine than POOL. */
    static List<Slot> switchOn(EngineType engine, CorePlan plan) {
        if (engine != EngineType.POOL || plan.libraryTable().isEmpty()) {
            return List.of();
        }
        long table = plan.libraryTable().getAsLong();
        return List.of(
                write(plan, LOW, table & 0xFFFF_FFFFL),
                write(plan, HIGH, table >>> Integer.SIZE),
                write(plan, VALID, 1));
    }

    private static Slot write(CorePlan plan, int register, long value) {
        return RuntimeSlots.write(plan.registers().local(EngineType.POOL, register), value);
    }
}
