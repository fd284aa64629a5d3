package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.TongaOpcode;
import io.nrt4j.hal.memory.Block;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.hal.memory.Region;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sequencer of one engine: fetches slots from device memory, waits, executes, signals.
 *
 * <p>Slots run strictly in order, one at a time; an instruction's effects are complete before the next one issues, so
 * that ordering modes and drains ask for nothing more. The program counter is the device address of a slot. Source:
 * isa.md §1, §8; image-assembly.md §14.
 */
public final class Sequencer implements Actor {
    private final CoreModel core;
    private final EngineType engine;
    private final EngineBus bus;
    private final SlotCache slots;
    private final RegisterBank registers = new RegisterBank();
    private boolean running;
    private boolean restartPending;
    private long restarts;
    private long programCounter;
    private long nextProgramCounter;
    private @Nullable DeviceMemory program;
    private @Nullable ReadySlot fetched;

    Sequencer(CoreModel core, EngineType engine, EngineBus bus, OperationDecoder decoder) {
        this.core = core;
        this.engine = engine;
        this.bus = bus;
        this.slots = new SlotCache(this, decoder);
    }

    /** Starts the engine at a slot. */
    public void start(long address) {
        running = true;
        restartPending = false;
        jump(address);
        programCounter = nextProgramCounter;
        fetched = null;
    }

    /** Whether the engine runs: it was started and has not halted since. */
    public boolean isRunning() {
        return running;
    }

    /** The core that the engine belongs to. */
    public CoreModel coreModel() {
        return core;
    }

    public EngineType engine() {
        return engine;
    }

    public EngineBus bus() {
        return bus;
    }

    public RegisterBank registers() {
        return registers;
    }

    /** Device address of the slot that issues next. */
    public long programCounter() {
        return programCounter;
    }

    @Override
    public int core() {
        return core.index();
    }

    @Override
    public String label() {
        return engine.name();
    }

    @Override
    public boolean isReady() {
        if (!running) {
            return false;
        }
        ReadySlot slot = fetch();
        return core.sync().isSatisfied(slot.firstWait(), registers)
                && core.sync().isSatisfied(slot.secondWait(), registers);
    }

    @Override
    public void step() {
        ReadySlot slot = fetch();
        registers.setProgramCounter(programCounter);
        nextProgramCounter = programCounter + Slot.BYTES;
        try {
            core.sync().pass(this, slot.firstWait(), registers);
            core.sync().pass(this, slot.secondWait(), registers);
            core.monitor().issued(this, slot);
            slot.operation().execute(this);
            core.monitor().completed(this, slot);
            core.sync().apply(this, slot.update(), registers);
        } catch (RuntimeException e) {
            throw located(InstructionFaultException.of(e, FaultKind.BAD_OPERAND), slot.bytes());
        }
        programCounter = nextProgramCounter;
        fetched = null;
    }

    /** Lets the slot at an address issue next. For operations. */
    public void jump(long address) {
        if (address % Slot.BYTES != 0) {
            throw new InstructionFaultException(
                    FaultKind.BAD_PROGRAM_COUNTER, "0x%x is no slot address".formatted(address));
        }
        nextProgramCounter = address;
    }

    /**
     * Stops the engine, or restarts it at the next slot if its start register was written since the last halt. For
     * operations. Source: image-assembly.md §14.
     */
    public void halt() {
        running = restartPending;
        if (restartPending) {
            core.monitor().took(this, this, 0, restarts);
        }
        restartPending = false;
    }

    /** Notes that the engine's start register was written. */
    public void requestRestart(Actor by) {
        restartPending = true;
        restarts++;
        core.monitor().handed(by, this, 0, restarts);
    }

    /** Sends a notification to the host. For operations. */
    public void notifyHost(Notification notification) {
        core.notified(notification);
        core.monitor().notified(this, notification);
    }

    /** The slot that issues next, without running it; for reports. */
    public ReadySlot current() {
        return fetch();
    }

    /** The condition that the next slot waits for, such as {@code S[5]>=3}, with the present value; for reports. */
    public String waiting() {
        ReadySlot slot = fetch();
        return (describe(slot.firstWait()) + describe(slot.secondWait())).strip();
    }

    private String describe(Wait wait) {
        if (!wait.isPresent() || core.sync().isSatisfied(wait, registers)) {
            return "";
        }
        return switch (wait.mode().subject()) {
            case NOTHING -> "";
            case EVENT -> wait.text(0) + " is " + (core.sync().event(wait.index()) ? 1 : 0) + " ";
            case SEMAPHORE ->
                wait.text(core.sync().threshold(wait, registers)) + " is "
                        + core.sync().semaphore(wait.index()) + " ";
        };
    }

    private ReadySlot fetch() {
        ReadySlot known = fetched;
        if (known != null) {
            return known;
        }
        DeviceMemory memory = program();
        try {
            ReadySlot slot = slots.get(memory, programCounter);
            fetched = slot;
            return slot;
        } catch (RuntimeException e) {
            throw located(InstructionFaultException.of(e, FaultKind.BAD_OPERAND), rawSlot(memory));
        }
    }

    private DeviceMemory program() {
        DeviceMemory known = program;
        if (known != null && programCounter >= known.base() && programCounter - known.base() < known.size()) {
            return known;
        }
        Region region = core.device().addressMap().regionAt(programCounter);
        if (region == null || region.block() != Block.HBM) {
            throw located(
                    new InstructionFaultException(FaultKind.BAD_PROGRAM_COUNTER, "no device memory there"),
                    new byte[Slot.BYTES]);
        }
        DeviceMemory memory = core.device().hbm(region.owner());
        program = memory;
        return memory;
    }

    private byte[] rawSlot(DeviceMemory memory) {
        byte[] bytes = new byte[Slot.BYTES];
        memory.read(programCounter, bytes, 0, bytes.length);
        return bytes;
    }

    private MachineFaultException located(InstructionFaultException fault, byte[] slot) {
        int opcode = slot[Slot.OPCODE] & 0xFF;
        Optional<? extends Enum<?>> name =
                core.generation() == Generation.V1 ? TongaOpcode.fromCode(opcode) : Opcode.fromCode(opcode);
        String text = name.map(Enum::name).orElse("?") + " " + HexFormat.of().formatHex(slot);
        return MachineFaultException.atInstruction(fault, core.index(), engine, programCounter, opcode, text);
    }
}
