package io.nrt4j.hal.dma;

import java.util.List;

/**
 * One side of a transfer: runs of consecutive bytes at strided places.
 *
 * <p>Run k starts at {@code base} plus the sum of index times step over the dimensions, the first dimension counting
 * fastest. State-buffer places are linear: partition * 262144 + byte. Source: exec-corpus.md §3 item 2.
 *
 * @param base where run 0 starts: a device address or a {@link TensorPointer}
 * @param runBytes bytes of one run
 * @param counts number of runs along each dimension, innermost first; may be empty (one run)
 * @param steps bytes between neighbours along each dimension, may be negative
 */
public record StridedPattern(long base, long runBytes, List<Long> counts, List<Long> steps) {
    public StridedPattern {
        counts = List.copyOf(counts);
        steps = List.copyOf(steps);
        if (counts.size() != steps.size()) {
            throw new IllegalArgumentException(counts.size() + " counts but " + steps.size() + " steps");
        }
        if (runBytes <= 0 || counts.stream().anyMatch(c -> c <= 0)) {
            throw new IllegalArgumentException("an empty run or dimension in " + runBytes + " x " + counts);
        }
    }

    /** Number of runs; {@link Long#MAX_VALUE} for more than fit. */
    public long runs() {
        return counts.stream().reduce(1L, Saturating::multiply);
    }

    /** Bytes in all runs; {@link Long#MAX_VALUE} for more than fit. */
    public long bytes() {
        return Saturating.multiply(runBytes, runs());
    }

    /** The place where a run starts. */
    public long run(long index) {
        long at = base;
        long rest = index;
        for (int d = 0; d < counts.size(); d++) {
            at += rest % counts.get(d) * steps.get(d);
            rest /= counts.get(d);
        }
        return at;
    }

    /**
     * Whether neighbouring runs touch, so that a stretch of them goes into few descriptors.
     *
     * <p>Only a pattern of one outer dimension is ever merged (dma.md §5.1).
     */
    public boolean isContiguous() {
        return counts.size() == 1 && steps.get(0) == runBytes;
    }

    /** The same pattern at another place. */
    public StridedPattern at(long otherBase) {
        return new StridedPattern(otherBase, runBytes, counts, steps);
    }
}
