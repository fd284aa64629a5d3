package io.nrt4j.hal.dma;

/**
 * What each queue of a set does when its part of a block is done: a four-byte write of 1 to a register.
 *
 * <p>Source: dma.md §3 (the EVENT and INC_SEMA records), §5 ({@code event}, {@code semaphore},
 * {@code remote_semaphores}).
 *
 * @param kind what the register does
 * @param index the semaphore or event
 * @param register the device address written
 */
public record Completion(Kind kind, int index, long register) {
    /** What a completion does. */
    public enum Kind {
        /** Adds one to a semaphore of this core; with n queues the block adds n. */
        SEMAPHORE,
        /** Sets an event of this core. */
        EVENT,
        /** Adds one to a semaphore of the other core of the logical core. */
        PEER_SEMAPHORE
    }
}
