package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.dma.QueueRegisterAddress;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.EngineBus;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.memory.Block;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.hal.memory.LittleEndian;
import io.nrt4j.hal.memory.Region;
import io.nrt4j.hal.memory.TpbLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The address space of one device as the machine's actors see it: what writes to registers do, in front of the
 * device's own bus.
 *
 * <p>Memories are the device's. Semaphores and events of the machine's cores go through their ports, DMA doorbells to
 * their queues, start registers to their sequencers, triggers of collectives to their ranks.
 */
final class MachineBus implements EngineBus, Bus {
    /** Start control of a sequencer, relative to its local registers. Source: hal.md §4.2. */
    private static final long START = 0x4;
    /** The same on sunda. Source: image-assembly.md §9.2. */
    private static final long START_SUNDA = 0x10;

    private static final long ROOM = Runtime.getRuntime().maxMemory() / 8 * 7;

    private final Device device;
    private final HostMemory host;
    private final ExecutionMonitor monitor;
    private final List<MachineCore> cores = new ArrayList<>();

    MachineBus(Device device, HostMemory host, ExecutionMonitor monitor) {
        this.device = device;
        this.host = host;
        this.monitor = monitor;
    }

    void add(MachineCore core) {
        cores.add(core);
    }

    @Override
    public void read(Actor actor, long address, byte[] target, int index, int length) {
        Region region = region(address, length);
        switch (region.block()) {
            case HBM, SBUF, PSUM -> {
                device.bus().read(address, target, index, length);
                if (monitor.watchesMemory()) {
                    monitor.read(actor, visitor -> visitor.visit(address, length));
                }
            }
            case HOST -> host.read(address, target, index, length);
            default -> device.bus().read(address, target, index, length);
        }
    }

    @Override
    public void write(Actor actor, long address, byte[] source, int index, int length) {
        Region found = device.addressMap().regionAt(address);
        if (found == null
                && length == Integer.BYTES
                && writeQueue(actor, address, LittleEndian.getInt(source, index))) {
            return;
        }
        Region region = checked(found, address, length);
        switch (region.block()) {
            case HBM, SBUF, PSUM -> {
                if (region.block() == Block.HBM) {
                    expectRoom();
                }
                device.bus().write(address, source, index, length);
                if (monitor.watchesMemory()) {
                    monitor.written(actor, visitor -> visitor.visit(address, length));
                }
            }
            case HOST -> host.write(address, source, index, length);
            default -> {
                checkWords(address, length);
                for (int i = 0; i < length; i += Integer.BYTES) {
                    writeWord(actor, region, address + i, LittleEndian.getInt(source, index + i));
                }
            }
        }
    }

    /** Device memory is larger than the emulator's own, which holds what was written to it. */
    private void expectRoom() {
        long resident = 0;
        for (DeviceMemory hbm : device.hbms()) {
            resident += hbm.residentBytes();
        }
        if (resident > ROOM) {
            throw new InstructionFaultException(
                    FaultKind.HOST_MEMORY,
                    "%d bytes of device memory are in use, the emulator has room for %d".formatted(resident, ROOM));
        }
    }

    @Override
    public int readInt(Actor actor, long address) {
        byte[] word = new byte[Integer.BYTES];
        read(actor, address, word, 0, word.length);
        return LittleEndian.getInt(word, 0);
    }

    @Override
    public void writeInt(Actor actor, long address, int value) {
        byte[] word = new byte[Integer.BYTES];
        LittleEndian.setInt(word, 0, value);
        write(actor, address, word, 0, word.length);
    }

    /** Reads without an actor, for descriptor fetches. */
    @Override
    public void read(long address, byte[] target, int index, int length) {
        if (region(address, length).block() == Block.HOST) {
            host.read(address, target, index, length);
        } else {
            device.bus().read(address, target, index, length);
        }
    }

    @Override
    public void write(long address, byte[] source, int index, int length) {
        write(HostActor.INSTANCE, address, source, index, length);
    }

    @Override
    public int readInt(long address) {
        return readInt(HostActor.INSTANCE, address);
    }

    @Override
    public void writeInt(long address, int value) {
        writeInt(HostActor.INSTANCE, address, value);
    }

    private void writeWord(Actor actor, Region region, long address, int value) {
        if (writeQueue(actor, address, value)) {
            return;
        }
        for (MachineCore core : cores) {
            if (core.model().core().index() == region.owner() && writeCore(actor, core, region, address, value)) {
                return;
            }
            if (core.trigger(actor, address, value)) {
                return;
            }
        }
        device.bus().writeInt(address, value);
    }

    /** Gives whether the address was a queue register. The broadcast windows of sunda lie outside of all mapped blocks. */
    private boolean writeQueue(Actor actor, long address, int value) {
        for (MachineCore core : cores) {
            Optional<QueueRegisterAddress> queue = core.dma().locate(address);
            if (queue.isPresent()) {
                core.dma().write(actor, queue.get(), value);
                return true;
            }
        }
        return false;
    }

    /** Gives whether the word was one of the core's own counters or start registers. */
    private boolean writeCore(Actor actor, MachineCore core, Region region, long address, int value) {
        return switch (region.block()) {
            case SYNC -> {
                writeSync(actor, core, (int) (address - region.base()), value);
                yield true;
            }
            case PE, ACT, POOL, DVE, SP ->
                start(actor, core, EngineType.valueOf(region.block().name()), address, value);
            default -> false;
        };
    }

    private boolean start(Actor actor, MachineCore core, EngineType engine, long address, int value) {
        long local = device.addressMap().localRegisters(core.model().core().index(), engine);
        boolean sunda = device.arch().compareTo(Arch.SUNDA) <= 0;
        if (address != local + (sunda ? START_SUNDA : START)) {
            return false;
        }
        if (value == 1) {
            core.model().sequencer(engine).requestRestart(actor);
        }
        return true;
    }

    private void writeSync(Actor actor, MachineCore core, int offset, int value) {
        TpbLayout.SemaphoreFaces faces = device.addressMap().layout().semaphores();
        long amount = Integer.toUnsignedLong(value);
        int semaphores = core.model().core().semaphores().count();
        if (offset < faces.read()) {
            int event = index(offset, 0, core.model().core().events().count());
            if (value == 0) {
                core.model().sync().clearEvent(actor, event);
            } else {
                core.model().sync().setEvent(actor, event);
            }
        } else if (offset >= faces.decrement()) {
            core.model().sync().add(actor, index(offset, faces.decrement(), semaphores), -amount);
        } else if (offset >= faces.increment()) {
            core.model().sync().add(actor, index(offset, faces.increment(), semaphores), amount);
        } else if (offset >= faces.set()) {
            core.model().sync().set(actor, index(offset, faces.set(), semaphores), amount);
        }
    }

    private static int index(int offset, int face, int count) {
        int index = (offset - face) / Integer.BYTES;
        if (index >= count) {
            throw new InstructionFaultException(
                    FaultKind.OUT_OF_BOUNDS, "there is no semaphore or event " + index + " of " + count);
        }
        return index;
    }

    private Region region(long address, int length) {
        return checked(device.addressMap().regionAt(address), address, length);
    }

    private static Region checked(@Nullable Region region, long address, int length) {
        if (region == null || length > region.end() - address) {
            throw new InstructionFaultException(
                    FaultKind.OUT_OF_BOUNDS,
                    "%d bytes at device address 0x%x are not mapped".formatted(length, address));
        }
        return region;
    }

    private static void checkWords(long address, int length) {
        if (address % Integer.BYTES != 0 || length % Integer.BYTES != 0) {
            throw new InstructionFaultException(
                    FaultKind.MISALIGNED, "%d bytes at 0x%x are no whole 32-bit registers".formatted(length, address));
        }
    }
}
