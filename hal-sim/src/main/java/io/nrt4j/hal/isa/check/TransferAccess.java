package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.isa.DmaPattern;
import io.nrt4j.hal.isa.Generation;
import java.util.List;

/**
 * What one side of a transfer touches: runs of bytes in a variable, repeated by nested loops.
 *
 * @param variable {@code var_id}
 * @param isWrite whether the bytes are written
 * @param offset of the first run in the variable; in the state buffer {@code partition * stride + byte}
 * @param runBytes bytes of a run
 * @param loops the loops around it, in any order
 */
public record TransferAccess(int variable, boolean isWrite, long offset, long runBytes, List<Loop> loops) {
    public TransferAccess {
        loops = List.copyOf(loops);
    }

    /** The side of a two-dimensional transfer that has this pattern. */
    public static TransferAccess of(int variable, boolean isWrite, long offset, long runBytes, DmaPattern pattern) {
        return new TransferAccess(
                variable,
                isWrite,
                offset,
                runBytes,
                List.of(new Loop(pattern.step0(), pattern.count0()), new Loop(pattern.step1(), pattern.count1())));
    }

    /**
     * A loop.
     *
     * @param step bytes in the linear space of the offset
     * @param count 1 or more; 0 makes the access empty
     */
    public record Loop(long step, long count) {
        /** Far outside of every memory; sums of a few such numbers do not overflow. */
        private static final long FAR = 1L << 58;

        private long last() {
            return distance(step);
        }

        /** From the first to the last iteration, when one step goes {@code perStep} on; cut off far outside of memory. */
        private long distance(long perStep) {
            long steps = Math.max(0, count - 1);
            long high = Math.multiplyHigh(perStep, steps);
            long product = perStep * steps;
            boolean fits = high == product >> 63 && Math.abs(product) < FAR;
            return fits ? product : Long.signum(perStep) * FAR;
        }

        /** How many partitions of the state buffer a step goes on; the rest of the step moves within the partition. */
        public long partitionsPerStep(Generation generation) {
            return Math.floorDiv(step, generation.sbufStride())
                    + (Math.floorMod(step, generation.sbufStride()) >= generation.sbufStride() / 2 ? 1 : 0);
        }

        /** Bytes that a step moves within the partition. */
        public long bytesPerStep(Generation generation) {
            return step - partitionsPerStep(generation) * generation.sbufStride();
        }
    }

    /** Whether it touches nothing. */
    public boolean isEmpty() {
        return runBytes == 0 || loops.stream().anyMatch(l -> l.count() == 0);
    }

    /** Lowest offset touched. */
    public long first() {
        return offset + loops.stream().mapToLong(l -> Math.min(0, l.last())).sum();
    }

    /** The offset behind the highest one touched. */
    public long end() {
        return offset
                + runBytes
                + loops.stream().mapToLong(l -> Math.max(0, l.last())).sum();
    }

    /**
     * A rectangle of a state buffer.
     *
     * @param first lowest byte in a partition
     * @param end byte behind the highest one
     * @param lowestPartition first partition
     * @param highestPartition last partition, inclusive
     */
    public record Hull(long first, long end, long lowestPartition, long highestPartition) {}

    /**
     * The smallest rectangle of a state buffer that holds every byte touched, where something is touched. The offsets
     * are taken apart into partition and byte; the loops move either.
     */
    public Hull hull(Generation generation) {
        long first = Math.floorMod(offset, generation.sbufStride());
        long end = first + runBytes;
        long lowestPartition = Math.floorDiv(offset, generation.sbufStride());
        long highestPartition = lowestPartition;
        for (Loop loop : loops) {
            long bytes = loop.distance(loop.bytesPerStep(generation));
            first += Math.min(0, bytes);
            end += Math.max(0, bytes);
            long partitions = loop.distance(loop.partitionsPerStep(generation));
            lowestPartition += Math.min(0, partitions);
            highestPartition += Math.max(0, partitions);
        }
        return new Hull(first, end, lowestPartition, highestPartition);
    }

    /** Whether every byte exists in a state buffer: no partition outside 0 to 127, no byte outside the usable ones. */
    public boolean staysInStateBuffer(Generation generation) {
        Hull hull = hull(generation);
        return isEmpty()
                || (hull.first() >= 0
                        && hull.end() <= generation.sbufUsable()
                        && hull.lowestPartition() >= 0
                        && hull.highestPartition() < Generation.SBUF_PARTITIONS);
    }
}
