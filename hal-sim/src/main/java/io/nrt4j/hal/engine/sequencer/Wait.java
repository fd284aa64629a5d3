package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.isa.TongaEvents;
import io.nrt4j.hal.isa.WaitMode;

/**
 * A condition of a slot. Source: isa.md §1.2, §2.1, §5.9.
 *
 * @param mode what is asked
 * @param index the semaphore or event
 * @param value the threshold, or the register that holds it
 */
public record Wait(WaitMode mode, int index, int value) {
    /** No condition. */
    public static final Wait NONE = new Wait(WaitMode.NONE, 0, 0);

    /** The wait of three fields of a slot. */
    static Wait of(int mode, int index, int value) {
        WaitMode known = WaitMode.fromCode(mode)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "wait mode 0x%02x is not defined".formatted(mode)));
        return known == WaitMode.NONE ? NONE : new Wait(known, index, value);
    }

    /** The wait of a v1 slot. Source: isa-encodings.md §7.1. */
    static Wait of(TongaEvents events) {
        return switch (events.waitMode()) {
            case 0 -> NONE;
            case 1 -> new Wait(WaitMode.EVT_SET, events.waitIndex(), 0);
            case TongaEvents.SET_THEN_CLEAR -> new Wait(WaitMode.EVT_SET_THEN_CLEAR, events.waitIndex(), 0);
            default ->
                throw new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "wait mode 0x%02x is not defined on v1".formatted(events.waitMode()));
        };
    }

    /** Whether it asks anything. */
    public boolean isPresent() {
        return mode.subject() != WaitMode.Subject.NOTHING;
    }

    /** As profilers print it, with the threshold's present value. */
    String text(long threshold) {
        return switch (mode.subject()) {
            case NOTHING -> "";
            case EVENT -> "E[" + index + "]" + mode.relation();
            case SEMAPHORE -> "S[" + index + "]" + mode.relation() + threshold;
        };
    }
}
