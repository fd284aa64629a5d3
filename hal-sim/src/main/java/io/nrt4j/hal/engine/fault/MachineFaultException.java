package io.nrt4j.hal.engine.fault;

import io.nrt4j.hal.EngineType;
import java.util.Optional;

/**
 * A running program did what it must not do, or what the emulator cannot do; the machine has stopped.
 *
 * <p>The message names kind, core, engine, program counter, slot and opcode where an instruction did it, or the DMA
 * queue where a transfer did.
 */
public final class MachineFaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FaultKind kind;
    private final int core;
    private final transient Optional<EngineType> engine;
    private final long programCounter;
    private final int opcode;

    private MachineFaultException(
            FaultKind kind,
            int core,
            Optional<EngineType> engine,
            long programCounter,
            int opcode,
            String message,
            RuntimeException cause) {
        super(message, cause);
        this.kind = kind;
        this.core = core;
        this.engine = engine;
        this.programCounter = programCounter;
        this.opcode = opcode;
    }

    /**
     * The fault of an instruction.
     *
     * @param core number of the core in the machine
     * @param programCounter device address of the slot
     * @param opcode slot byte 0
     * @param slotText the slot for a reader
     */
    public static MachineFaultException atInstruction(
            InstructionFaultException fault,
            int core,
            EngineType engine,
            long programCounter,
            int opcode,
            String slotText) {
        String message = "%s: %s (core %d, engine %s, pc 0x%x, opcode 0x%02x, slot %s)"
                .formatted(fault.kind().text(), fault.getMessage(), core, engine, programCounter, opcode, slotText);
        return new MachineFaultException(
                fault.kind(), core, Optional.of(engine), programCounter, opcode, message, fault);
    }

    /** The fault of an actor that is no sequencer. */
    public static MachineFaultException atActor(InstructionFaultException fault, int core, String actor) {
        String message = "%s: %s (core %d, %s)".formatted(fault.kind().text(), fault.getMessage(), core, actor);
        return new MachineFaultException(fault.kind(), core, Optional.empty(), 0, 0, message, fault);
    }

    public FaultKind kind() {
        return kind;
    }

    /** Number of the core in the machine. */
    public int core() {
        return core;
    }

    /** The engine, or empty where a transfer faulted. */
    public Optional<EngineType> engine() {
        return engine;
    }

    /** Device address of the slot; 0 where a transfer faulted. */
    public long programCounter() {
        return programCounter;
    }

    /** Slot byte 0; 0 where a transfer faulted. */
    public int opcode() {
        return opcode;
    }
}
