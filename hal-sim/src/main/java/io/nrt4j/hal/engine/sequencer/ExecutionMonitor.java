package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.engine.fault.InstructionFaultException;

/**
 * Watches a machine run: every instruction, every synchronisation, every access to memory.
 *
 * <p>Calls come from the thread that runs the machine, in the order in which things happen. A monitor stops the machine
 * by throwing an {@link InstructionFaultException}.
 */
public interface ExecutionMonitor {
    /** Watches nothing. */
    ExecutionMonitor NONE = new ExecutionMonitor() {};

    /** Whether {@link #read} and {@link #written} do anything; where they do not, nobody calls them. */
    default boolean watchesMemory() {
        return false;
    }

    /** An instruction issues: its waits are satisfied. */
    default void issued(Sequencer sequencer, ReadySlot slot) {}

    /** The instruction last issued is complete; its update follows. */
    default void completed(Sequencer sequencer, ReadySlot slot) {}

    /** An actor's wait was satisfied by a semaphore's or event's present value. */
    default void waited(Actor actor, SyncObject object, long threshold) {}

    /** An actor changed a semaphore or event. */
    default void updated(Actor actor, SyncObject object, long before, long after) {}

    /** An actor handed work to another one. */
    default void started(Actor by, Actor actor) {}

    /** An actor that is no sequencer begins a step that moves bytes. */
    default void transferring(Actor actor, String what) {}

    /** That step is over. */
    default void transferred(Actor actor, long bytes) {}

    /** An actor reads bytes. */
    default void read(Actor actor, MemoryAccess access) {}

    /** An actor writes bytes. */
    default void written(Actor actor, MemoryAccess access) {}

    /** An engine sent a notification. */
    default void notified(Sequencer sequencer, Notification notification) {}
}
