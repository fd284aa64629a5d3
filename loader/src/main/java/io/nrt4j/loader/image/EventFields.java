package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Slot;

/** The control and event bytes that a translated slot takes over from its pseudo instruction. */
final class EventFields {
    private EventFields() {}

    /** Copies bytes 1 to 11: word length, debug fields, wait and update. */
    static Slot copyControlAndEvents(Slot from, Slot to) {
        for (int i = Slot.WORD_LENGTH; i < Slot.OPERANDS; i++) {
            to.setU8(i, from.u8(i));
        }
        return to;
    }

    /** Copies the wait only, for slots whose update belongs to what they start. */
    static Slot copyWait(Slot from, Slot to) {
        return to.setU8(Slot.WAIT_MODE, from.waitMode())
                .setU8(Slot.WAIT_INDEX, from.waitIndex())
                .setI32(Slot.SEMAPHORE_VALUE, from.semaphoreValue());
    }

    /** Copies the update only, for the last slot of several. */
    static Slot copyUpdate(Slot from, Slot to) {
        return to.setU8(Slot.UPDATE_MODE, from.updateMode())
                .setU8(Slot.UPDATE_INDEX, from.updateIndex())
                .setI32(Slot.SEMAPHORE_VALUE, from.semaphoreValue());
    }
}
