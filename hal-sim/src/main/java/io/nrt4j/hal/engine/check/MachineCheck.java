package io.nrt4j.hal.engine.check;

/** A check of the whole run that a machine makes only when asked to. */
public enum MachineCheck {
    /**
     * Bytes of the state buffer, of PSUM, of scratch and of outputs are written before they are read. Source: exec.md §5
     * (their contents are undefined between executions).
     */
    UNINITIALISED_READS,
    /**
     * Any two accesses to a byte of which one is a write are ordered by program order, queue order, semaphores or
     * events. Source: isa.md §13 (DMA ordering), exec-corpus.md §3 item 6.
     */
    RACES
}
