package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.isa.Generation;
import java.util.List;

/**
 * The bytes of the state buffer that one side of a transfer touches: runs, repeated by nested loops.
 *
 * @param isWrite whether they are written
 * @param offset {@code partition * stride + byte} of the first run
 * @param runBytes bytes of a run
 * @param loops the loops around it, in any order
 */
public record StateBufferAccess(boolean isWrite, long offset, long runBytes, List<Loop> loops) {
    public StateBufferAccess {
        loops = List.copyOf(loops);
    }

    /**
     * A loop.
     *
     * @param step bytes in the linear space of the offset
     * @param count 1 or more; 0 makes the access empty
     */
    public record Loop(long step, long count) {
        /** How many partitions a step goes on; the rest of the step moves within the partition. */
        long partitionsPerStep(Generation generation) {
            return Math.floorDiv(step + generation.sbufStride() / 2, generation.sbufStride());
        }

        /** Bytes that a step moves within the partition. */
        long bytesPerStep(Generation generation) {
            return step - partitionsPerStep(generation) * generation.sbufStride();
        }
    }

    /** Whether it touches nothing. */
    public boolean isEmpty() {
        return runBytes == 0 || loops.stream().anyMatch(l -> l.count() == 0);
    }

    /** Whether every byte exists: no partition outside 0 to 127, no byte outside the usable ones. */
    public boolean staysInside(Generation generation) {
        long first = Math.floorMod(offset, generation.sbufStride());
        long end = first + runBytes;
        long lowestPartition = Math.floorDiv(offset, generation.sbufStride());
        long highestPartition = lowestPartition;
        for (Loop loop : loops) {
            long bytes = loop.bytesPerStep(generation) * (loop.count() - 1);
            first += Math.min(0, bytes);
            end += Math.max(0, bytes);
            long partitions = loop.partitionsPerStep(generation) * (loop.count() - 1);
            lowestPartition += Math.min(0, partitions);
            highestPartition += Math.max(0, partitions);
        }
        return isEmpty()
                || (first >= 0
                        && end <= generation.sbufUsable()
                        && lowestPartition >= 0
                        && highestPartition < Generation.SBUF_PARTITIONS);
    }
}
