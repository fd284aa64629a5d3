package io.nrt4j.hal.sync;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The event flags of a core or TopSP.
 *
 * <p>A flag is set while its word is not zero. All operations are atomic; a set happens before the wait that sees it.
 * Source: hal.md §4.1.
 */
public final class EventBank {
    private final AtomicIntegerArray flags;

    /** A bank of cleared flags. */
    public EventBank(int count) {
        flags = new AtomicIntegerArray(count);
    }

    public int count() {
        return flags.length();
    }

    public boolean isSet(int id) {
        return flags.get(id) != 0;
    }

    public void set(int id) {
        flags.set(id, 1);
    }

    public void clear(int id) {
        flags.set(id, 0);
    }

    /** Clears a flag if it is set and says whether it was: one waiter of several gets it. */
    public boolean testAndClear(int id) {
        return flags.getAndSet(id, 0) != 0;
    }

    /** The word behind a flag, as the bus reads it. */
    public int word(int id) {
        return flags.get(id);
    }

    /** Writes the word behind a flag, as the bus does. */
    public void writeWord(int id, int value) {
        flags.set(id, value);
    }

    public void clearAll() {
        for (int i = 0; i < flags.length(); i++) {
            flags.set(i, 0);
        }
    }
}
