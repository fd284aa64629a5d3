package io.nrt4j.runtime.config;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of {@code NEURON_RT_VISIBLE_CORES}: logical cores as {@code N} and {@code A-B}, with commas between them.
 *
 * <p>Items that occur twice count once, and their order is lost. Source: nrt-api.md §5.
 *
 * @param cores numbers of logical cores, rising
 */
public record VisibleCores(SortedSet<Integer> cores) {
    /** More cores than any instance has; a range beyond it is cut, and is not available in any case. */
    private static final int LIMIT = 4096;

    private static final Pattern ITEM = Pattern.compile("\\s*(\\d{1,9})\\s*(?:-\\s*(\\d{1,9})\\s*)?");

    public VisibleCores {
        cores = Collections.unmodifiableSortedSet(new TreeSet<>(cores));
    }

    /** Reads the value; empty for a malformed one. */
    public static Optional<VisibleCores> parse(String text) {
        SortedSet<Integer> cores = new TreeSet<>();
        for (String item : text.split(",", -1)) {
            Matcher m = ITEM.matcher(item);
            if (!m.matches()) {
                return Optional.empty();
            }
            int first = Integer.parseInt(m.group(1));
            int last = m.group(2) == null ? first : Integer.parseInt(m.group(2));
            if (last < first) {
                return Optional.empty();
            }
            for (int core = first; core <= Math.min(last, first + LIMIT); core++) {
                cores.add(core);
            }
        }
        return Optional.of(new VisibleCores(cores));
    }

    /** Whether no number between the first and the last is missing. */
    public boolean isContiguous() {
        return cores.last() - cores.first() + 1 == cores.size();
    }
}
