package io.nrt4j.hal.engine.sequencer;

/**
 * Something that acts by itself: a sequencer, a DMA ring, a descriptor generator, a collective.
 *
 * <p>The machine interleaves the steps of its actors; a step is atomic.
 */
public interface Actor {
    /** The core it belongs to, counted over the cores of the machine. */
    int core();

    /** What it is, for reports and traces, such as {@code PE} or {@code qPoolIO0 ring 3}. */
    String label();

    /** Whether {@link #step} would do something. */
    boolean isReady();

    /** Carries out the next step; only when {@link #isReady}. */
    void step();
}
