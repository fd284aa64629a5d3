package io.nrt4j.runtime.c;

/**
 * The number of an asynchronous request: the queue's id in the upper 16 bits, a counter in the lower 48. Source:
 * exec.md §3.3, nrt-api.md §4.8.
 *
 * @param queue which queue
 * @param counter position in the queue, from 1
 */
record Sequence(int queue, long counter) {
    private static final int COUNTER_BITS = 48;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;

    static Sequence of(long value) {
        return new Sequence((int) (value >>> COUNTER_BITS), value & COUNTER_MASK);
    }

    long value() {
        return (long) queue << COUNTER_BITS | (counter & COUNTER_MASK);
    }
}
