package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import java.util.ArrayList;
import java.util.List;

/**
 * The barrier of the five engines: a count on one semaphore that runs up the engines and down again.
 *
 * <p>PE starts it with 1; ACT, POOL, DVE and SP count to 5 in this order, DVE, POOL and ACT to 8 on the way back; PE
 * zeroes it. Source: image-assembly.md §4.1 ({@code sync_barrier}).
 */
final class RippleBarrier {
    private static final int COMPLETE = 8;

    private RippleBarrier() {}

    /** The slots of one engine: 4, of SP 3. */
    static List<Slot> of(EngineType engine) {
        return of(engine, RuntimeSlots.drain());
    }

    /** The barrier that opens the postamble. */
    static List<Slot> afterBody(EngineType engine) {
        return of(engine, RuntimeSlots.fullDrain());
    }

    private static List<Slot> of(EngineType engine, Slot firstDrain) {
        List<Slot> slots = new ArrayList<>();
        slots.add(firstDrain);
        switch (engine) {
            case PE -> {
                slots.add(RuntimeSlots.eventSemaphore(
                        WaitMode.NONE, 0, 0, UpdateMode.SEM_ADD_IMM_COMPLETE, ReservedSync.SYNC_BARRIER, 1));
                slots.add(RuntimeSlots.eventSemaphore(
                        WaitMode.SEM_EQ_IMM,
                        ReservedSync.SYNC_BARRIER,
                        COMPLETE,
                        UpdateMode.SEM_WR_IMM_COMPLETE,
                        ReservedSync.SYNC_BARRIER,
                        0));
            }
            case SP -> slots.add(step(turn(engine)));
            case ACT, POOL, DVE -> {
                slots.add(step(turn(engine)));
                slots.add(step(COMPLETE - turn(engine)));
            }
        }
        slots.add(RuntimeSlots.drain());
        return slots;
    }

    private static int turn(EngineType engine) {
        return engine.code();
    }

    private static Slot step(int count) {
        return RuntimeSlots.eventSemaphore(
                WaitMode.SEM_EQ_IMM,
                ReservedSync.SYNC_BARRIER,
                count,
                UpdateMode.SEM_INC_COMPLETE,
                ReservedSync.SYNC_BARRIER,
                1);
    }
}
