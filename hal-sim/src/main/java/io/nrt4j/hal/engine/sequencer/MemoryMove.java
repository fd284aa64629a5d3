package io.nrt4j.hal.engine.sequencer;

/**
 * Elements that an instruction moves as they are, whatever they hold.
 *
 * <p>All sources are read before any destination is written. Places are device addresses.
 */
@FunctionalInterface
public interface MemoryMove {
    /** Calls {@code visitor} for every element that is moved. */
    void forEach(Visitor visitor);

    /** Receives elements. */
    @FunctionalInterface
    interface Visitor {
        void visit(long from, long to, int bytes);
    }
}
