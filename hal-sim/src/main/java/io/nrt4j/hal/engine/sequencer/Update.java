package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.isa.TongaEvents;
import io.nrt4j.hal.isa.UpdateMode;

/**
 * What a slot does to a semaphore or event when it is complete.
 *
 * <p>In the emulator an instruction reads its operands and completes in one step, so the moments "read" and "complete"
 * are the same. Source: isa.md §1.2, §2.2, §5.9.
 *
 * @param mode what is done
 * @param index the semaphore or event
 * @param value the operand, or the register that holds it
 */
public record Update(UpdateMode mode, int index, int value) {
    /** No update. */
    public static final Update NONE = new Update(UpdateMode.NONE, 0, 0);

    /** The update of three fields of a slot. */
    static Update of(int mode, int index, int value) {
        UpdateMode known = UpdateMode.fromCode(mode)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "update mode 0x%02x is not defined".formatted(mode)));
        return known == UpdateMode.NONE ? NONE : new Update(known, index, value);
    }

    /** The update of a v1 slot: an event is set. Source: isa-encodings.md §7.1. */
    static Update of(TongaEvents events) {
        if (events.setMode() > TongaEvents.LAST_SET_MODE) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, "set mode 0x%02x is not defined on v1".formatted(events.setMode()));
        }
        return events.setMode() == 0 ? NONE : new Update(UpdateMode.EVT_SET_COMPLETE, events.setIndex(), 0);
    }
}
