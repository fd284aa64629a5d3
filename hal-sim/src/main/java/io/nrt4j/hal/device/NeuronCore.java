package io.nrt4j.hal.device;

import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.PartitionedMemory;
import io.nrt4j.hal.memory.Scratchpad;
import io.nrt4j.hal.q7.Q7Cluster;
import io.nrt4j.hal.sync.EventBank;
import io.nrt4j.hal.sync.SemaphoreBank;
import java.util.Optional;

/** One physical NeuronCore ({@code tpb_t}): its on-chip memories, counters and scratchpad. */
public final class NeuronCore {
    private final int index;
    private final int hbm;
    private final PartitionedMemory stateBuffer;
    private final PartitionedMemory psum;
    private final EventBank events;
    private final SemaphoreBank semaphores;
    private final Scratchpad scratchpad;
    private final Optional<Q7Cluster> q7;

    NeuronCore(Geometry geometry, int index, Scratchpad scratchpad) {
        this.index = index;
        this.hbm = geometry.defaultHbm(index);
        this.stateBuffer = PartitionedMemory.stateBuffer(geometry);
        this.psum = PartitionedMemory.psum(geometry);
        this.events = new EventBank(geometry.sync().events());
        this.semaphores =
                new SemaphoreBank(geometry.sync().semaphores(), geometry.sync().maxSemaphoreValue());
        this.scratchpad = scratchpad;
        this.q7 = geometry.q7().cores() == 0
                ? Optional.empty()
                : Optional.of(new Q7Cluster(AddressMap.of(geometry.arch()), index));
    }

    /** Number of the core in its device. */
    public int index() {
        return index;
    }

    /** The HBM in which variables of this core lie. */
    public int defaultHbm() {
        return hbm;
    }

    public PartitionedMemory stateBuffer() {
        return stateBuffer;
    }

    public PartitionedMemory psum() {
        return psum;
    }

    public EventBank events() {
        return events;
    }

    public SemaphoreBank semaphores() {
        return semaphores;
    }

    /** The pages that all models of this core share. */
    public Scratchpad scratchpad() {
        return scratchpad;
    }

    /** The Q7 cores of the GPSIMD engine; TONGA has none. */
    public Optional<Q7Cluster> q7() {
        return q7;
    }

    /** A core reset: on-chip state is gone, device memory stays. */
    void reset() {
        stateBuffer.clear();
        psum.clear();
        events.clearAll();
        semaphores.clear(0, semaphores.count() - 1);
        q7.ifPresent(Q7Cluster::reset);
    }
}
