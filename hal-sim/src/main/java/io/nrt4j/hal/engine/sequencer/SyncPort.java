package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.WaitMode;
import io.nrt4j.hal.sync.EventBank;
import io.nrt4j.hal.sync.SemaphoreBank;
import io.nrt4j.hal.sync.SemaphoreFaultException;

/**
 * The semaphores and events of one core, as its actors use them.
 *
 * <p>Everything that waits or signals goes through here, so that a monitor sees it. A counter that would leave its range
 * and an event that is set twice are faults (exec.md §6).
 */
public final class SyncPort {
    private static final RegisterBank NO_REGISTERS = new RegisterBank();

    private final int core;
    private final SemaphoreBank semaphores;
    private final EventBank events;
    private final ExecutionMonitor monitor;

    /**
     * @param core number of the core in the machine
     */
    public SyncPort(int core, SemaphoreBank semaphores, EventBank events, ExecutionMonitor monitor) {
        this.core = core;
        this.semaphores = semaphores;
        this.events = events;
        this.monitor = monitor;
    }

    /** The value of a semaphore, 0 to 2^32 - 1. */
    public long semaphore(int index) {
        return semaphores.read(index);
    }

    /** Whether an event is set. */
    public boolean event(int index) {
        return events.isSet(index);
    }

    /** Whether a wait would let its slot issue now. */
    boolean isSatisfied(Wait wait, RegisterBank registers) {
        return switch (wait.mode().subject()) {
            case NOTHING -> true;
            case SEMAPHORE ->
                wait.mode().isSatisfied((int) semaphores.read(wait.index()), (int) threshold(wait, registers));
            case EVENT -> events.isSet(wait.index()) != (wait.mode() == WaitMode.EVT_CLEAR);
        };
    }

    /** The value that a semaphore wait compares with. */
    long threshold(Wait wait, RegisterBank registers) {
        int value = wait.mode().comparesWithRegister() ? registers.get(wait.value()) : wait.value();
        return Integer.toUnsignedLong(value);
    }

    /** Passes a satisfied wait. */
    void pass(Actor actor, Wait wait, RegisterBank registers) {
        switch (wait.mode().subject()) {
            case NOTHING -> {}
            case SEMAPHORE ->
                monitor.waited(actor, semaphoreObject(wait.index()), wait.mode(), threshold(wait, registers));
            case EVENT -> {
                monitor.waited(
                        actor, eventObject(wait.index()), wait.mode(), wait.mode() == WaitMode.EVT_CLEAR ? 0 : 1);
                if (wait.mode() == WaitMode.EVT_SET_THEN_CLEAR) {
                    clearEvent(actor, wait.index());
                }
            }
        }
    }

    /** Carries out the update that a slot left to the actor that finished its work. */
    public void complete(Actor actor, Events events) {
        Update update = Update.of(events.updateMode(), events.updateIndex(), events.value());
        if (update.mode().takesRegister()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, "an update by register at the end of a collective");
        }
        apply(actor, update, NO_REGISTERS);
    }

    /** Carries out the update of a complete slot. */
    void apply(Actor actor, Update update, RegisterBank registers) {
        int operand = update.mode().takesRegister() ? registers.get(update.value()) : update.value();
        long value = Integer.toUnsignedLong(operand);
        switch (update.mode().action()) {
            case NOTHING -> {}
            case INCREMENT -> add(actor, update.index(), 1);
            case DECREMENT -> add(actor, update.index(), -1);
            case ADD -> add(actor, update.index(), value);
            case SUBTRACT -> add(actor, update.index(), -value);
            case WRITE -> set(actor, update.index(), value);
            case EVENT_SET -> setEvent(actor, update.index());
            case EVENT_CLEAR -> clearEvent(actor, update.index());
        }
    }

    /** Adds to a semaphore; a negative amount subtracts. */
    public void add(Actor actor, int index, long amount) {
        try {
            long after = amount >= 0 ? semaphores.increment(index, amount) : semaphores.decrement(index, -amount);
            monitor.updated(actor, semaphoreObject(index), after - amount, after);
        } catch (SemaphoreFaultException e) {
            throw new InstructionFaultException(FaultKind.SEMAPHORE, e.getMessage(), e);
        }
    }

    /** Sets a semaphore. */
    public void set(Actor actor, int index, long value) {
        long before = semaphores.read(index);
        try {
            semaphores.set(index, value);
        } catch (SemaphoreFaultException e) {
            throw new InstructionFaultException(FaultKind.SEMAPHORE, e.getMessage(), e);
        }
        monitor.updated(actor, semaphoreObject(index), before, value);
    }

    /** Sets an event; {@link FaultKind#EVENT} if it is set already. */
    public void setEvent(Actor actor, int index) {
        if (events.isSet(index)) {
            throw new InstructionFaultException(FaultKind.EVENT, "event " + index + " is set and would be set again");
        }
        events.set(index);
        monitor.updated(actor, eventObject(index), 0, 1);
    }

    /** Clears an event, whether it is set or not. */
    public void clearEvent(Actor actor, int index) {
        long before = events.isSet(index) ? 1 : 0;
        events.clear(index);
        monitor.updated(actor, eventObject(index), before, 0);
    }

    private SyncObject semaphoreObject(int index) {
        return new SyncObject(core, false, index);
    }

    private SyncObject eventObject(int index) {
        return new SyncObject(core, true, index);
    }
}
