package io.nrt4j.loader.ucode;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many relocations of each type a library has, and in which segment their sites lie.
 *
 * @param counts count by segment name ({@code text}, {@code data}, {@code other}) and by {@code r_info};
 *     all that name a symbol count as {@link RelocationType#SYMBOLIC}
 */
public record RelocationHistogram(SortedMap<String, SortedMap<Long, Integer>> counts) {
    static final String TEXT = "text";
    static final String DATA = "data";
    static final String OTHER = "other";

    public RelocationHistogram {
        SortedMap<String, SortedMap<Long, Integer>> copy = new TreeMap<>();
        counts.forEach((segment, types) -> copy.put(segment, Collections.unmodifiableSortedMap(new TreeMap<>(types))));
        counts = Collections.unmodifiableSortedMap(copy);
    }

    /** Count by {@code r_info} over all segments. */
    public SortedMap<Long, Integer> byType() {
        SortedMap<Long, Integer> sum = new TreeMap<>();
        counts.values().forEach(types -> types.forEach((type, count) -> sum.merge(type, count, Integer::sum)));
        return sum;
    }

    /** Number of relocations. */
    public int total() {
        return byType().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Counts the relocations of a file; entries outside the file are left out. */
    static RelocationHistogram of(ElfBytes file, SplitLoad parts, DynamicInfo info) {
        SortedMap<String, SortedMap<Long, Integer>> counts = new TreeMap<>();
        for (int i = 0; i < info.relocationCount(); i++) {
            long at = info.relocations() + (long) i * Relocation.SIZE;
            if (!file.contains(at, Relocation.SIZE)) {
                break;
            }
            Relocation relocation = Relocation.decode(file, at);
            counts.computeIfAbsent(segmentOf(relocation, parts), s -> new TreeMap<>())
                    .merge(Math.min(relocation.info(), RelocationType.SYMBOLIC), 1, Integer::sum);
        }
        return new RelocationHistogram(counts);
    }

    private static String segmentOf(Relocation relocation, SplitLoad parts) {
        if (parts.text().holds(relocation.offset())) {
            return TEXT;
        }
        return parts.data().holds(relocation.offset()) ? DATA : OTHER;
    }
}
