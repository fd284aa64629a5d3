package io.nrt4j.loader.manifest;

import java.util.List;

/**
 * {@code src_target_pairs}: who sends to whom in collective permutes. Source: manifest.md §7.6.
 *
 * @param sets one pair list per permute geometry
 */
public record SourceTargetPairs(List<List<Pair>> sets) {
    /** No permutes. */
    public static final SourceTargetPairs NONE = new SourceTargetPairs(List.of());

    public SourceTargetPairs {
        sets = sets.stream().map(List::copyOf).toList();
    }

    /** Ranks, as unsigned 32-bit numbers. */
    public record Pair(int source, int target) {}
}
