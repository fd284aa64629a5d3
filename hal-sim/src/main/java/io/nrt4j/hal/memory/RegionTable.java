package io.nrt4j.hal.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nested regions, cut into pieces that do not overlap, so that an address finds the innermost region by one binary
 * search.
 */
final class RegionTable {
    private final long[] starts;
    private final long[] ends;
    private final Region[] regions;

    private record Piece(long start, long end, Region region) {}

    RegionTable(List<Region> nested) {
        List<Piece> pieces = cut(nested);
        starts = pieces.stream().mapToLong(Piece::start).toArray();
        ends = pieces.stream().mapToLong(Piece::end).toArray();
        regions = pieces.stream().map(Piece::region).toArray(Region[]::new);
    }

    /** The innermost region at an address, or null. */
    @Nullable
    Region find(long address) {
        int low = 0;
        int high = starts.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (address < starts[middle]) {
                high = middle - 1;
            } else if (address >= ends[middle]) {
                low = middle + 1;
            } else {
                return regions[middle];
            }
        }
        return null;
    }

    /** Outer regions come first; each later one interrupts the one it lies in. */
    private static List<Piece> cut(List<Region> nested) {
        List<Region> ordered = new ArrayList<>(nested);
        ordered.sort(Comparator.comparingLong(Region::base)
                .thenComparing(Comparator.comparingLong(Region::size).reversed()));
        List<Piece> pieces = new ArrayList<>();
        Deque<Region> open = new ArrayDeque<>();
        long done = Long.MIN_VALUE;
        for (Region next : ordered) {
            done = close(open, pieces, done, next.base());
            Region outer = open.peek();
            if (outer != null) {
                if (next.end() > outer.end()) {
                    throw new IllegalStateException(next + " overlaps " + outer);
                }
                add(pieces, Math.max(done, outer.base()), next.base(), outer);
            }
            done = Math.max(done, next.base());
            open.push(next);
        }
        close(open, pieces, done, Long.MAX_VALUE);
        return pieces;
    }

    /** Ends every open region that lies wholly below {@code limit}. */
    private static long close(Deque<Region> open, List<Piece> pieces, long done, long limit) {
        long reached = done;
        while (!open.isEmpty() && open.element().end() <= limit) {
            Region ended = open.pop();
            add(pieces, Math.max(reached, ended.base()), ended.end(), ended);
            reached = Math.max(reached, ended.end());
        }
        return reached;
    }

    private static void add(List<Piece> pieces, long start, long end, Region region) {
        if (start < end) {
            pieces.add(new Piece(start, end, region));
        }
    }
}
