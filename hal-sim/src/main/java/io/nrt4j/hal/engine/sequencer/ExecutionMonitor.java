package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.isa.WaitMode;
import java.util.List;

/**
 * Watches a machine run: every instruction, every synchronisation, every access to memory.
 *
 * <p>Calls come from the thread that runs the machine, in the order in which things happen. A monitor stops the machine
 * by throwing an {@link InstructionFaultException}.
 */
public interface ExecutionMonitor {
    /** Watches nothing. */
    ExecutionMonitor NONE = new ExecutionMonitor() {};

    /** The kind of step that moves bytes as they are; see {@link #transferring}. */
    String COPY = "copy";

    /** Several monitors as one, told in their order. */
    static ExecutionMonitor all(List<ExecutionMonitor> monitors) {
        List<ExecutionMonitor> watching =
                monitors.stream().filter(monitor -> monitor != NONE).toList();
        return switch (watching.size()) {
            case 0 -> NONE;
            case 1 -> watching.get(0);
            default -> new MonitorChain(watching);
        };
    }

    /** Whether {@link #read}, {@link #written} and {@link #moved} do anything; where they do not, nobody calls them. */
    default boolean watchesMemory() {
        return false;
    }

    /** A run begins: whatever the host did so far is visible to every actor. */
    default void begun() {}

    /** An instruction issues: its waits are satisfied. */
    default void issued(Sequencer sequencer, ReadySlot slot) {}

    /** The instruction last issued is complete; its update follows. */
    default void completed(Sequencer sequencer, ReadySlot slot) {}

    /** An actor's wait was satisfied by a semaphore's or event's present value; called before the wait clears an event. */
    default void waited(Actor actor, SyncObject object, WaitMode mode, long threshold) {}

    /** An actor changed a semaphore or event. */
    default void updated(Actor actor, SyncObject object, long before, long after) {}

    /**
     * An actor made work available to another one, or to itself later.
     *
     * @param stream which of the receiver's streams of work; each is worked off in order
     * @param end number of items, counted over the receiver's life, that were ever made available in the stream
     */
    default void handed(Actor by, Actor to, int stream, long end) {}

    /**
     * An actor's next step builds on work that was handed to it or to a partner.
     *
     * @param end number of items of the owner's stream that the step builds on, those of earlier steps included
     */
    default void took(Actor actor, Actor owner, int stream, long end) {}

    /**
     * An actor that is no sequencer begins a step that moves bytes.
     *
     * @param what the kind of step; {@link #COPY} moves bytes as they are, in the order in which it reads them
     */
    default void transferring(Actor actor, String what) {}

    /** That step is over. */
    default void transferred(Actor actor, long bytes) {}

    /** An actor reads bytes. */
    default void read(Actor actor, MemoryAccess access) {}

    /** An actor writes bytes. */
    default void written(Actor actor, MemoryAccess access) {}

    /** An engine moves elements; stands for the reads and writes that this takes. */
    default void moved(Actor actor, MemoryMove move) {}

    /** An engine sent a notification. */
    default void notified(Sequencer sequencer, Notification notification) {}
}
