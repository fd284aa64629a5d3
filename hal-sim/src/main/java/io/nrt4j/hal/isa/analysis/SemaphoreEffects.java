package io.nrt4j.hal.isa.analysis;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.hal.isa.check.ProgramFacts;
import io.nrt4j.hal.isa.check.ProgramFacts.QueueKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What a slot asks of semaphores and events, and what it and the transfers it starts do to them. Completions that a
 * definition wants marked by a semaphore or event that does not exist are left out.
 */
final class SemaphoreEffects {
    /** Semaphores of a core, and events. */
    static final int SEMAPHORES = 256;

    private static final int COMPLETIONS_OF_INDIRECT_MEMCPY = 2;

    private SemaphoreEffects() {}

    /**
     * A condition.
     *
     * @param mode a known mode with a condition
     * @param index semaphore or event
     * @param threshold for a semaphore, unsigned; a register number for modes that compare with a register
     */
    record Wait(WaitMode mode, int index, int threshold) {
        boolean isOnSemaphore() {
            return mode.subject() == WaitMode.Subject.SEMAPHORE;
        }
    }

    /**
     * A change.
     *
     * @param mode a known mode with an effect
     * @param index semaphore or event
     * @param operand of modes that take one; a register number for modes that take a register
     * @param byTransfer whether a transfer that the slot starts makes it, on its completion
     */
    record Update(UpdateMode mode, int index, int operand, boolean byTransfer) {
        boolean isOnSemaphore() {
            return !mode.action().isOnEvent();
        }
    }

    /** The conditions under which a slot issues; undefined modes are left out. */
    static List<Wait> waits(Instruction slot) {
        List<Wait> waits = new ArrayList<>();
        addWait(slot.events(), waits);
        if (slot.operands() instanceof ControlOperands.EventSemaphore second) {
            addWait(second.second(), waits);
        }
        return waits;
    }

    private static void addWait(Events events, List<Wait> waits) {
        WaitMode.fromCode(events.waitMode())
                .filter(m -> m.subject() != WaitMode.Subject.NOTHING)
                .ifPresent(m -> waits.add(new Wait(m, events.waitIndex(), events.value())));
    }

    /** The changes that a slot makes, and those of the transfer that it starts. */
    static List<Update> updates(Instruction slot, EngineType engine, ProgramFacts facts) {
        List<Update> updates = new ArrayList<>();
        addUpdate(slot.events(), slot.events().value(), updates);
        if (slot.operands() instanceof ControlOperands.EventSemaphore o) {
            addUpdate(o.second(), o.updateValue(), updates);
        } else if (slot.operands() instanceof DmaOperands.Direct2d o) {
            addCompletion(o.semaphore(), o.increment(), updates);
        } else if (slot.operands() instanceof DmaOperands.Indirect1d o) {
            addCompletion(o.semaphore(), o.increment(), updates);
        } else if (slot.operands() instanceof PseudoOperands.DmaTrigger o) {
            facts.block(engine, o).ifPresent(block -> {
                block.semaphore().ifPresent(s -> addCompletion(s, block.increment(), updates));
                block.event().ifPresent(e -> addOfTransfer(UpdateMode.EVT_SET_COMPLETE, e, 0, updates));
            });
        } else if (slot.operands() instanceof DmaOperands.MemcpyFullIndirect) {
            facts.queuesOf(engine).stream()
                    .filter(q ->
                            q.kind() == QueueKind.INDIRECT && !q.semaphores().isEmpty())
                    .findFirst()
                    .ifPresent(q ->
                            addCompletion(q.semaphores().get(0), COMPLETIONS_OF_INDIRECT_MEMCPY * q.rings(), updates));
        }
        return updates;
    }

    private static void addCompletion(int semaphore, int increment, List<Update> updates) {
        addOfTransfer(UpdateMode.SEM_ADD_IMM_COMPLETE, semaphore, increment, updates);
    }

    private static void addOfTransfer(UpdateMode mode, int index, int operand, List<Update> updates) {
        if (index >= 0 && index < SEMAPHORES) {
            updates.add(new Update(mode, index, operand, true));
        }
    }

    private static void addUpdate(Events events, int operand, List<Update> updates) {
        UpdateMode.fromCode(events.updateMode())
                .filter(m -> m != UpdateMode.NONE)
                .ifPresent(m -> updates.add(new Update(m, events.updateIndex(), operand, false)));
    }
}
