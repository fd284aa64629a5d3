package io.nrt4j.hal.engine.testing;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.engine.activation.TableSet;
import io.nrt4j.hal.engine.compute.ActivationTables;
import io.nrt4j.hal.engine.machine.CoreSpec;
import io.nrt4j.hal.engine.machine.Interpreter;
import io.nrt4j.hal.engine.machine.MachineOptions;
import io.nrt4j.hal.engine.machine.RunLimits;
import io.nrt4j.hal.engine.machine.RunResult;
import io.nrt4j.hal.engine.numeric.Fp8Config;
import io.nrt4j.hal.isa.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One cayman core with a machine, and programs written to its device memory slot by slot. */
public final class TestMachine implements AutoCloseable {
    /** Where tests keep data in device memory, beside the programs. */
    public static final long DATA = 0x1000_0000;

    private static final long PROGRAMS = 0x10_0000;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Device device;
    private final Interpreter machine;
    private final Map<EngineType, List<Slot>> programs = new EnumMap<>(EngineType.class);

    public TestMachine(MachineOptions options) {
        this(Arch.CAYMAN, options);
    }

    public TestMachine(Arch arch, MachineOptions options) {
        this.device = new Device(arch, 0, DeviceOptions.DEFAULT);
        this.machine = new Interpreter(
                List.of(new CoreSpec(
                        device,
                        device.core(0),
                        0,
                        0,
                        new ActivationTables(List.<TableSet>of(), true),
                        Fp8Config.DEFAULT)),
                options);
        for (EngineType engine : EngineType.values()) {
            programs.put(engine, new ArrayList<>());
        }
    }

    /** Appends slots to an engine's program, which ends by itself. */
    public TestMachine program(EngineType engine, Slot... slots) {
        programs.get(engine).addAll(List.of(slots));
        return this;
    }

    /** Runs all engines from their first slots to their ends. */
    public RunResult run() {
        return run(LIMIT);
    }

    /** Runs with a watchdog. */
    public RunResult run(Duration limit) {
        programs.forEach((engine, slots) -> {
            List<Slot> all = new ArrayList<>(slots);
            all.add(Slots.end());
            all.add(Slots.halt());
            for (int i = 0; i < all.size(); i++) {
                device.bus().write(address(engine, i), all.get(i).toBytes(), 0, Slot.BYTES);
            }
            machine.start(0, engine, address(engine, 0));
        });
        return machine.run(RunLimits.of(limit));
    }

    /** Device address of a slot. */
    public long address(EngineType engine, int slot) {
        return hbm(PROGRAMS * (1 + engine.code())) + (long) slot * Slot.BYTES;
    }

    /** Device address of a byte of the core's HBM. */
    public long hbm(long offset) {
        return device.addressMap().hbm(core().defaultHbm()) + offset;
    }

    /** Device address of a byte of the state buffer. */
    public long sbuf(int partition, int offset) {
        return device.addressMap().sbuf(0, partition, offset);
    }

    public Interpreter machine() {
        return machine;
    }

    public Device device() {
        return device;
    }

    public NeuronCore core() {
        return device.core(0);
    }

    /** A word of device memory or of a state buffer. */
    public int word(long address) {
        return device.bus().readInt(address);
    }

    @Override
    public void close() {
        device.close();
    }
}
