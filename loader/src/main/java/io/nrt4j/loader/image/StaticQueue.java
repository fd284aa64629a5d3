package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.DescriptorCount;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.Doorbells;
import io.nrt4j.hal.dma.QueueSet;
import io.nrt4j.loader.manifest.DmaRingType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A static queue set with its place in device memory.
 *
 * @param set the blocks
 * @param type the ring type
 * @param owner the engine that rings the doorbells and sets the queue up
 * @param semaphores the completion semaphores
 * @param rings where the rings lie
 * @param isPinned whether its blocks run once, at load
 * @param isInitial whether its rings are in place at load; not so for the further instances of a set
 */
public record StaticQueue(
        QueueSet set,
        DmaRingType type,
        EngineType owner,
        List<Integer> semaphores,
        Rings rings,
        boolean isPinned,
        boolean isInitial) {
    public StaticQueue {
        semaphores = List.copyOf(semaphores);
    }

    /** Ring addresses by engine; 0 for an engine that has none. */
    public static final class Rings {
        private final long[] m2s;
        private final long[] s2m;

        /** Addresses of the source and destination rings, one per DMA engine of the core. */
        public Rings(long[] m2s, long[] s2m) {
            this.m2s = Arrays.copyOf(m2s, DmaRegisters.ENGINES);
            this.s2m = Arrays.copyOf(s2m, DmaRegisters.ENGINES);
        }

        /** Device address of a ring. */
        public long address(int engine, DmaSide side) {
            return (side == DmaSide.M2S ? m2s : s2m)[engine];
        }
    }

    /**
     * What the ring base register gets at load: 0 for a ring that depends on the tensors of an execution, which the I/O
     * switch fills in. Source: dma.md §7.
     */
    long baseRegister(int engine, DmaSide side) {
        return isSwitched(engine, side) ? 0 : rings.address(engine, side);
    }

    /** Whether a ring depends on the tensors of an execution. */
    boolean isSwitched(int engine, DmaSide side) {
        return isIo() && engine < set.engines() && set.touchesTensor(engine, side);
    }

    /** Whether the set moves inputs and outputs; its rings are switched between inferences. */
    public boolean isIo() {
        return type == DmaRingType.IN || type == DmaRingType.OUT;
    }

    /** Pairs of (this set, engine) whose rings the I/O switch has to exchange. */
    public int switchedEngines() {
        if (!isIo()) {
            return 0;
        }
        int count = 0;
        for (int engine = 0; engine < set.engines(); engine++) {
            if (set.touchesTensor(engine, DmaSide.M2S) || set.touchesTensor(engine, DmaSide.S2M)) {
                count++;
            }
        }
        return count;
    }

    /** The doorbells that make all destination descriptors available at once; only for sets without I/O. */
    List<Doorbells.Ring> prePost() {
        List<DescriptorCount> counts = new ArrayList<>();
        for (int engine = 0; engine < set.engines(); engine++) {
            counts.add(set.descriptors(engine).only(DmaSide.S2M));
        }
        return Doorbells.of(counts);
    }
}
