package io.nrt4j.hal.device;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.Block;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.hal.memory.LittleEndian;
import io.nrt4j.hal.memory.Location;
import io.nrt4j.hal.memory.MemoryFaultException;
import io.nrt4j.hal.memory.PartitionedMemory;
import io.nrt4j.hal.memory.Region;
import io.nrt4j.hal.memory.RegisterFile;
import io.nrt4j.hal.memory.RegisterHandler;
import io.nrt4j.hal.memory.TpbLayout;
import io.nrt4j.hal.q7.Q7Core;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Routes device addresses to the memories, counters and registers of one device.
 *
 * <p>Registers are plain words until a model is {@linkplain #handle installed} for their block. Thread-safe as far as
 * the memories behind it are.
 */
public final class DeviceBus implements Bus {
    private final AddressMap map;
    private final List<DeviceMemory> hbms;
    private final List<NeuronCore> cores;
    private final RegisterFile registers = new RegisterFile();
    private final Map<Block, RegisterHandler> handlers = new ConcurrentHashMap<>();

    DeviceBus(AddressMap map, List<DeviceMemory> hbms, List<NeuronCore> cores) {
        this.map = map;
        this.hbms = hbms;
        this.cores = cores;
    }

    /** The registers for which no model is installed. */
    public RegisterFile registers() {
        return registers;
    }

    /** Installs the model that acts on accesses to a block's registers. */
    public void handle(Block block, RegisterHandler handler) {
        handlers.put(block, handler);
    }

    @Override
    public void read(long address, byte[] target, int index, int length) {
        Region region = region(address, length);
        switch (region.block()) {
            case HBM -> hbms.get(region.owner()).read(address, target, index, length);
            case SBUF -> stateBuffer(region).read(address - region.base(), target, index, length);
            case PSUM -> psum(region).read(address - region.base(), target, index, length);
            case Q7_IRAM -> q7(region).iram().read(address, target, index, length);
            case Q7_DRAM -> q7(region).dram().read(address, target, index, length);
            default -> {
                checkWords(address, length);
                for (int i = 0; i < length; i += Integer.BYTES) {
                    LittleEndian.setInt(target, index + i, readWord(region, address + i));
                }
            }
        }
    }

    @Override
    public void write(long address, byte[] source, int index, int length) {
        Region region = region(address, length);
        switch (region.block()) {
            case HBM -> hbms.get(region.owner()).write(address, source, index, length);
            case SBUF -> stateBuffer(region).write(address - region.base(), source, index, length);
            case PSUM -> psum(region).write(address - region.base(), source, index, length);
            case Q7_IRAM -> q7(region).iram().write(address, source, index, length);
            case Q7_DRAM -> q7(region).dram().write(address, source, index, length);
            default -> {
                checkWords(address, length);
                for (int i = 0; i < length; i += Integer.BYTES) {
                    writeWord(region, address + i, LittleEndian.getInt(source, index + i));
                }
            }
        }
    }

    @Override
    public int readInt(long address) {
        Region region = region(address, Integer.BYTES);
        if (region.block() == Block.HBM) {
            return hbms.get(region.owner()).readInt(address);
        }
        byte[] word = new byte[Integer.BYTES];
        read(address, word, 0, Integer.BYTES);
        return LittleEndian.getInt(word, 0);
    }

    @Override
    public void writeInt(long address, int value) {
        byte[] word = new byte[Integer.BYTES];
        LittleEndian.setInt(word, 0, value);
        write(address, word, 0, Integer.BYTES);
    }

    private int readWord(Region region, long address) {
        int offset = (int) (address - region.base());
        return switch (region.block()) {
            case SYNC -> readSync(cores.get(region.owner()), offset);
            default -> {
                RegisterHandler handler = handlers.get(region.block());
                yield handler == null ? registers.read(address) : handler.read(location(region, address));
            }
        };
    }

    private void writeWord(Region region, long address, int value) {
        if (region.block() == Block.SYNC) {
            writeSync(cores.get(region.owner()), (int) (address - region.base()), value);
            return;
        }
        RegisterHandler handler = handlers.get(region.block());
        if (handler == null) {
            registers.write(address, value);
            if (region.block() == Block.POOL && map.geometry().arch() == Arch.SUNDA) {
                int local = (int) (address - map.localRegisters(region.owner(), EngineType.POOL));
                cores.get(region.owner()).q7().ifPresent(q7 -> q7.registerWritten(local, value));
            }
        } else {
            handler.write(location(region, address), value);
        }
    }

    /** Only the read face of the semaphores gives the count; the others read as it too, which nothing relies on. */
    private int readSync(NeuronCore core, int offset) {
        TpbLayout.SemaphoreFaces faces = map.layout().semaphores();
        if (offset < faces.read()) {
            return core.events().word(eventId(core, offset));
        }
        return (int) core.semaphores().read(semaphoreId(core, offset, faceOf(faces, offset)));
    }

    private void writeSync(NeuronCore core, int offset, int value) {
        TpbLayout.SemaphoreFaces faces = map.layout().semaphores();
        if (offset < faces.read()) {
            core.events().writeWord(eventId(core, offset), value);
            return;
        }
        int face = faceOf(faces, offset);
        int id = semaphoreId(core, offset, face);
        long amount = Integer.toUnsignedLong(value);
        if (face == faces.set()) {
            core.semaphores().set(id, amount);
        } else if (face == faces.increment()) {
            core.semaphores().increment(id, amount);
        } else if (face == faces.decrement()) {
            core.semaphores().decrement(id, amount);
        }
    }

    private static int faceOf(TpbLayout.SemaphoreFaces faces, int offset) {
        if (offset >= faces.decrement()) {
            return faces.decrement();
        }
        if (offset >= faces.increment()) {
            return faces.increment();
        }
        return offset >= faces.set() ? faces.set() : faces.read();
    }

    private static int eventId(NeuronCore core, int offset) {
        int id = offset / Integer.BYTES;
        if (id >= core.events().count()) {
            throw new MemoryFaultException(offset, "no event " + id);
        }
        return id;
    }

    private static int semaphoreId(NeuronCore core, int offset, int face) {
        int id = (offset - face) / Integer.BYTES;
        if (id >= core.semaphores().count()) {
            throw new MemoryFaultException(offset, "no semaphore " + id);
        }
        return id;
    }

    private PartitionedMemory stateBuffer(Region region) {
        return cores.get(region.owner()).stateBuffer();
    }

    private PartitionedMemory psum(Region region) {
        return cores.get(region.owner()).psum();
    }

    private Q7Core q7(Region region) {
        return cores.get(region.owner()).q7().orElseThrow().core(region.unit());
    }

    private Region region(long address, int length) {
        Region region = map.regionAt(address);
        if (region == null) {
            throw new MemoryFaultException(address, "unmapped device address");
        }
        if (length > region.end() - address) {
            throw new MemoryFaultException(address, "access of " + length + " bytes leaves " + region.block());
        }
        return region;
    }

    private static void checkWords(long address, int length) {
        if (address % Integer.BYTES != 0 || length % Integer.BYTES != 0) {
            throw new MemoryFaultException(address, "access of " + length + " bytes to 32-bit registers");
        }
    }

    private static Location location(Region region, long address) {
        return new Location(region.block(), region.owner(), region.unit(), address - region.base());
    }
}
