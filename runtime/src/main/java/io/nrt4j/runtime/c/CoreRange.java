package io.nrt4j.runtime.c;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The logical cores that the runtime took at its start.
 *
 * @param first the first one, numbered over the instance
 * @param count how many
 * @param logicalCoreSize physical cores per logical core
 */
record CoreRange(int first, int count, int logicalCoreSize) {
    int last() {
        return first + count - 1;
    }

    /** The logical cores, numbered over the instance. */
    List<Integer> numbers() {
        return IntStream.rangeClosed(first, last()).boxed().toList();
    }

    /** The physical cores behind them, numbered over the instance. */
    IntStream physicalCores() {
        return IntStream.range(first * logicalCoreSize, (last() + 1) * logicalCoreSize);
    }

    /** Whether the runtime has a logical core of this number, counted from its first. */
    boolean has(int vnc) {
        return vnc >= 0 && vnc < count;
    }
}
