package io.nrt4j.hal.engine.sequencer;

/**
 * A semaphore or an event of a core.
 *
 * @param core the core, counted over the cores of the machine
 * @param isEvent whether it is an event
 * @param index its number in the core
 */
public record SyncObject(int core, boolean isEvent, int index) {
    @Override
    public String toString() {
        return (isEvent ? "E[" : "S[") + index + "]";
    }
}
