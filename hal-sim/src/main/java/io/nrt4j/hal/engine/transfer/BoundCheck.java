package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.hal.engine.sequencer.Sequencer;

/**
 * The bound of one side of a dynamic transfer: a register with the largest legal offset or index.
 *
 * <p>Bit 7 enables it, bit 6 suppresses the notification, bits 5:0 name the register. Outside of it the transfer is
 * skipped; the program goes on and the request ends with status 1006. Source: isa.md §5.13, exec.md §4 and §10.
 *
 * <p>A limit is what a MOVE put there as an immediate. The GPT-2 file of compiler 2.15.128 enables checks against a
 * register that holds an index instead, and runs right without a check. Source: exec-sunda.md §7.
 */
final class BoundCheck {
    /** What scatter and gather report. Source: exec.md §4, custom sub-ids. */
    static final int INDIRECT_COPY = 2;
    /** What generated descriptors report. */
    static final int DESCRIPTOR_GENERATION = 4;

    private static final int ENABLED = 0x80;
    private static final int SILENT = 0x40;
    private static final int REGISTER = 0x3F;

    private final int field;
    private final int subId;

    BoundCheck(int field, int subId) {
        this.field = field;
        this.subId = subId;
    }

    /** Whether an unsigned value is legal; one that is not is reported. */
    boolean permits(long value, Sequencer sequencer) {
        if ((field & ENABLED) == 0 || !sequencer.registers().isConstant(field & REGISTER)) {
            return true;
        }
        long limit = Integer.toUnsignedLong(sequencer.registers().get(field & REGISTER));
        if (value <= limit) {
            return true;
        }
        if ((field & SILENT) == 0) {
            report(sequencer, subId);
        }
        return false;
    }

    static void report(Sequencer sequencer, int subId) {
        sequencer.notifyHost(new Notification(
                sequencer.core(),
                sequencer.engine(),
                sequencer.programCounter(),
                Notification.Subject.BOUND_CHECK,
                subId));
    }
}
