package io.nrt4j.hal.dma;

/**
 * The part of a transfer that one engine moves: a stretch of consecutive units.
 *
 * <p>A unit is the smallest piece that ends on a run boundary of both sides; where both sides have as many runs (every
 * file of trn2) it is one run. Units are dealt out evenly, the first engines taking one more when they do not divide.
 * Source: dma.md §5.1; the unit is our reading for sides with different run counts, which only trn1 files have.
 *
 * @param first index of the first unit
 * @param count number of units, possibly 0
 * @param units units of the whole transfer
 */
public record RunShare(long first, long count, long units) {
    /**
     * The share of an engine.
     *
     * @param sourceRuns runs of the source side
     * @param destinationRuns runs of the destination side
     * @param engine engine index below {@code engines}
     * @param engines engines (queues) of the set
     */
    public static RunShare of(long sourceRuns, long destinationRuns, int engine, int engines) {
        long units = gcd(sourceRuns, destinationRuns);
        long each = units / engines;
        long more = units % engines;
        long first = engine * each + Math.min(engine, more);
        return new RunShare(first, each + (engine < more ? 1 : 0), units);
    }

    /** Index of the first run of a side that has {@code runs} runs in all. */
    public long firstRun(long runs) {
        return Saturating.multiply(first, runs / units);
    }

    /** Number of runs of a side that has {@code runs} runs in all. */
    public long runCount(long runs) {
        return Saturating.multiply(count, runs / units);
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
