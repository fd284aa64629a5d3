package io.nrt4j.runtime.c;

/**
 * The place of a model in a collective job. Source: exec.md §7.3.
 *
 * @param rank from 0
 * @param ranks ranks of the job
 */
record RankSeat(int rank, int ranks) {
    /** A model that was loaded by itself. */
    static final RankSeat ALONE = new RankSeat(0, 1);
}
