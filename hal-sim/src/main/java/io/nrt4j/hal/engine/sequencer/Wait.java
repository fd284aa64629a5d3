package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
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
