package io.nrt4j.hal.dma;

import java.util.ArrayList;
import java.util.List;

/**
 * How one side of a copy is cut into pieces of at most 64 KiB.
 *
 * <p>A contiguous side is merged into two stretches, all runs but the last and the last run. Two is proven; where
 * between them the cut lies is not (dma.md §5.1), and runs that need more than one descriptor occur nowhere.
 */
final class CopyPieces {
    private CopyPieces() {}

    /** A stretch of bytes that one descriptor moves. */
    record Piece(long address, int length) {}

    static long count(StridedPattern side, RunShare share) {
        long runs = share.runCount(side.runs());
        if (isMerged(side, runs)) {
            return Saturating.add(pieces(Saturating.multiply(runs - 1, side.runBytes())), pieces(side.runBytes()));
        }
        return Saturating.multiply(runs, pieces(side.runBytes()));
    }

    static List<Piece> of(StridedPattern side, RunShare share) {
        long first = share.firstRun(side.runs());
        long runs = share.runCount(side.runs());
        List<Piece> out = new ArrayList<>();
        if (isMerged(side, runs)) {
            cut(side.run(first), (runs - 1) * side.runBytes(), out);
            cut(side.run(first + runs - 1), side.runBytes(), out);
            return out;
        }
        for (long k = 0; k < runs; k++) {
            cut(side.run(first + k), side.runBytes(), out);
        }
        return out;
    }

    private static boolean isMerged(StridedPattern side, long runs) {
        return side.isContiguous() && runs > 1;
    }

    private static long pieces(long bytes) {
        return (bytes - 1) / UdmaDescriptor.MAX_LENGTH + 1;
    }

    private static void cut(long address, long bytes, List<Piece> out) {
        for (long done = 0; done < bytes; done += UdmaDescriptor.MAX_LENGTH) {
            out.add(new Piece(address + done, (int) Math.min(UdmaDescriptor.MAX_LENGTH, bytes - done)));
        }
    }
}
