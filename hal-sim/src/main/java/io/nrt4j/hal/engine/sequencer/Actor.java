package io.nrt4j.hal.engine.sequencer;

import java.util.Optional;

/**
 * Something that acts by itself: a sequencer, a DMA ring, a descriptor generator, a collective.
 *
 * <p>The machine interleaves the steps of its actors; a step is atomic.
 */
public interface Actor {
    /** The core it belongs to, counted over the cores of the machine. */
    int core();

    /** What it is, for reports and traces, such as {@code PE} or {@code DMA queue 0 engine 3}. */
    String label();

    /** The DMA ring that it works off; empty for what is none. */
    default Optional<DmaRing> dmaRing() {
        return Optional.empty();
    }

    /** Whether {@link #step} would do something. */
    boolean isReady();

    /** Carries out the next step; only when {@link #isReady}. */
    void step();

    /**
     * A ring of a DMA queue set.
     *
     * @param queue the index of the set, the same on all engines
     * @param engine the DMA engine
     */
    record DmaRing(int queue, int engine) {}
}
