package io.nrt4j.hal.engine.sequencer;

/**
 * The bytes that one operand touches, as a set of stretches.
 *
 * <p>Places are device addresses, so that a DMA and an engine that touch the same byte name it alike.
 */
public interface MemoryAccess {
    /** Calls {@code visitor} for every stretch. A stretch may come more than once. */
    void forEach(Visitor visitor);

    /** Receives stretches of bytes. */
    @FunctionalInterface
    interface Visitor {
        void visit(long address, int length);
    }
}
