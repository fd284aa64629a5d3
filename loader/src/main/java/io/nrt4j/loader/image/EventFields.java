package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Events;
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

    /** The wait without the update, for slots whose update belongs to what they start. */
    static Events waitOf(Slot slot) {
        return new Events(slot.waitMode(), slot.waitIndex(), 0, 0, slot.semaphoreValue());
    }

    /** The update without the wait, for the last slot of several. */
    static Events updateOf(Slot slot) {
        return new Events(0, 0, slot.updateMode(), slot.updateIndex(), slot.semaphoreValue());
    }

    /** Sets the events of a slot. */
    static Slot with(Events events, Slot slot) {
        events.encode(slot);
        return slot;
    }
}
