package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.isa.DmaPattern;

/**
 * One side of a generated transfer: runs of bytes at strided places.
 *
 * @param base device address of run 0
 * @param pattern steps and counts of the runs
 * @param runBytes bytes of a run, at least 1
 */
record TransferSide(long base, DmaPattern pattern, int runBytes) {
    long runs() {
        return pattern.runs();
    }

    long bytes() {
        return runs() * runBytes;
    }

    /** Where a run starts; the first loop is the inner one. */
    long run(long index) {
        long inner = index % pattern.count0();
        long outer = index / pattern.count0();
        return base + inner * pattern.step0() + outer * pattern.step1();
    }

    /** Bytes from the base to behind the last one that is touched. */
    long extent() {
        return pattern.highestOffset() + runBytes;
    }
}
