package io.nrt4j.hal.dma;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The broadcast doorbells that add given numbers of descriptors to the rings of a set.
 *
 * <p>The first adds the smallest count to all engines; each further one adds what a group of engines has beyond that,
 * the others being excluded by the mask. Source: dma.md §6 (one surplus group seen; several: ascending engine order,
 * ours).
 */
public final class Doorbells {
    /** The most descriptors that fit below the exclusion mask. */
    private static final int MAX_VALUE = 0xFFFF;

    private Doorbells() {}

    /** One doorbell on both sides; a side without descriptors is 0. */
    public record Ring(BroadcastValue m2s, BroadcastValue s2m) {}

    /**
     * The doorbells for a set.
     *
     * @param counts descriptors per engine, from engine 0 on; engines beyond have no ring in the set
     */
    public static List<Ring> of(List<DescriptorCount> counts) {
        long smallestM2s = counts.stream().mapToLong(DescriptorCount::m2s).min().orElse(0);
        long smallestS2m = counts.stream().mapToLong(DescriptorCount::s2m).min().orElse(0);
        int members = mask(counts.size());
        List<Ring> out = new ArrayList<>();
        add(out, members, new DescriptorCount(smallestM2s, smallestS2m));
        Map<DescriptorCount, Integer> surplus = new LinkedHashMap<>();
        for (int engine = 0; engine < counts.size(); engine++) {
            DescriptorCount count = counts.get(engine);
            DescriptorCount more = new DescriptorCount(count.m2s() - smallestM2s, count.s2m() - smallestS2m);
            if (!more.equals(DescriptorCount.NONE)) {
                surplus.merge(more, 1 << engine, (a, b) -> a | b);
            }
        }
        surplus.forEach((count, engines) -> add(out, engines, count));
        return Collections.unmodifiableList(out);
    }

    /** Counts beyond 16 bits, which no known file has, take several doorbells. */
    private static void add(List<Ring> out, int engines, DescriptorCount count) {
        long m2s = count.m2s();
        long s2m = count.s2m();
        do {
            int m2sNow = (int) Math.min(m2s, MAX_VALUE);
            int s2mNow = (int) Math.min(s2m, MAX_VALUE);
            out.add(new Ring(BroadcastValue.only(engines, m2sNow), BroadcastValue.only(engines, s2mNow)));
            m2s -= m2sNow;
            s2m -= s2mNow;
        } while (m2s > 0 || s2m > 0);
    }

    private static int mask(int engines) {
        return (1 << engines) - 1;
    }
}
