package io.nrt4j.hal.engine.compute;

import java.util.SplittableRandom;

/**
 * The random generator of an engine. The hardware's algorithm and seed are not known; any will do (exec-sunda.md §7), so
 * that runs repeat it always starts from the same seed.
 */
final class RandomBits {
    private static final long SEED = 0x9E3779B97F4A7C15L;

    private final SplittableRandom generator = new SplittableRandom(SEED);

    long next() {
        return generator.nextLong();
    }
}
