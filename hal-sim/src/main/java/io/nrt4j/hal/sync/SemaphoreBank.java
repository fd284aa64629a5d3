package io.nrt4j.hal.sync;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The counting semaphores of a core or TopSP.
 *
 * <p>Counters are unsigned, 16 bits wide on V1 and 32 bits from V2 on. Adding past the end of a counter or subtracting
 * below zero is a fault (hal.md §6 H13: the hardware's behaviour is not known; the emulator stops). All operations are
 * atomic; an update happens before the read that sees it. Source: hal.md §4.1.
 */
public final class SemaphoreBank {
    private final AtomicLongArray counters;
    private final long max;

    /**
     * A bank of counters at zero.
     *
     * @param count counters
     * @param max highest value of a counter
     */
    public SemaphoreBank(int count, long max) {
        this.counters = new AtomicLongArray(count);
        this.max = max;
    }

    public int count() {
        return counters.length();
    }

    /** The value of a counter, 0 to 2^32 - 1. */
    public long read(int id) {
        return counters.get(id);
    }

    /**
     * Sets a counter.
     *
     * @throws SemaphoreFaultException if {@code value} does not fit
     */
    public void set(int id, long value) {
        counters.set(id, checked(id, value));
    }

    /**
     * Adds to a counter.
     *
     * @return the new value
     * @throws SemaphoreFaultException if the sum does not fit; the counter is unchanged then
     */
    public long increment(int id, long amount) {
        return counters.updateAndGet(id, old -> checked(id, old + amount));
    }

    /**
     * Subtracts from a counter.
     *
     * @return the new value
     * @throws SemaphoreFaultException below zero; the counter is unchanged then
     */
    public long decrement(int id, long amount) {
        return counters.updateAndGet(id, old -> checked(id, old - amount));
    }

    /** Replaces a counter by {@code to} if it is {@code from}, and says whether it was. */
    public boolean compareAndSet(int id, long from, long to) {
        return counters.compareAndSet(id, from, checked(id, to));
    }

    /** Sets the counters {@code first} to {@code last}, both included, to zero. */
    public void clear(int first, int last) {
        for (int i = first; i <= last; i++) {
            counters.set(i, 0);
        }
    }

    private long checked(int id, long value) {
        if (value < 0 || value > max) {
            throw new SemaphoreFaultException(id, value, max);
        }
        return value;
    }
}
