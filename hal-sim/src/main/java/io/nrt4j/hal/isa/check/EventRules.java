package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import java.util.Optional;

/** Rule 3: the event blocks of a slot. Source: isa.md §2, §7. */
final class EventRules {
    private EventRules() {}

    static void check(Instruction slot, SlotContext context) {
        check(slot.events(), context);
        if (slot.operands() instanceof ControlOperands.EventSemaphore second) {
            check(second.second(), context);
        }
    }

    private static void check(Events events, SlotContext context) {
        Optional<WaitMode> wait = WaitMode.fromCode(events.waitMode());
        if (wait.isEmpty()) {
            context.find(Rule.WAIT_MODE, "wait mode 0x%x is not defined".formatted(events.waitMode()));
        } else {
            switch (wait.get().subject()) {
                case SEMAPHORE -> checkSemaphore(events.waitIndex(), context);
                case EVENT -> checkEvent(events.waitIndex(), context);
                case NOTHING -> {}
            }
        }
        Optional<UpdateMode> update = UpdateMode.fromCode(events.updateMode());
        if (update.isEmpty()) {
            context.find(Rule.UPDATE_MODE, "update mode 0x%x is not defined".formatted(events.updateMode()));
        } else if (update.get().action().isOnEvent()) {
            checkEvent(events.updateIndex(), context);
        } else if (update.get() != UpdateMode.NONE) {
            checkSemaphore(events.updateIndex(), context);
        }
    }

    private static void checkSemaphore(int index, SlotContext context) {
        int reserved = context.facts().runtimeSemaphores();
        if (index < reserved) {
            context.find(Rule.RUNTIME_SEMAPHORE, "semaphore %d is one of the runtime's %d".formatted(index, reserved));
        }
    }

    private static void checkEvent(int index, SlotContext context) {
        int reserved = context.facts().runtimeEvents();
        if (index < reserved) {
            context.find(Rule.RUNTIME_SEMAPHORE, "event %d is one of the runtime's %d".formatted(index, reserved));
        }
    }
}
