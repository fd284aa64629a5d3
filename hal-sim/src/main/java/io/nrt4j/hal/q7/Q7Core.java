package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.hal.memory.MemoryFaultException;

/**
 * One Q7 core: its instruction and its data memory. Each is reachable under device addresses ({@link #iram()},
 * {@link #dram()}) and under the core's own. Source: hal.md §4.3, q7.md §5.1.
 */
public final class Q7Core {
    private final int index;
    private final MemoryBounds bounds;
    private final DeviceMemory iram;
    private final DeviceMemory dram;

    Q7Core(AddressMap map, int neuronCore, int index) {
        this.index = index;
        this.bounds = MemoryBounds.of(map.geometry().arch());
        this.iram = new DeviceMemory(map.q7Iram(neuronCore, index), bounds.iramSize());
        this.dram = new DeviceMemory(map.q7Dram(neuronCore, index), bounds.dramSize());
    }

    /** The core's number, which its {@code PRID} register holds: 0 to 7. */
    public int index() {
        return index;
    }

    /** Where a library lies in this core. */
    public MemoryBounds bounds() {
        return bounds;
    }

    /** Instruction memory by device address. */
    public DeviceMemory iram() {
        return iram;
    }

    /** Data memory by device address. */
    public DeviceMemory dram() {
        return dram;
    }

    /**
     * Reads by core-local address.
     *
     * @throws MemoryFaultException for a range that is not inside one of the two memories
     */
    public byte[] readLocal(long address, int length) {
        byte[] bytes = new byte[length];
        memoryAt(address).read(deviceAddress(address), bytes, 0, length);
        return bytes;
    }

    /** Writes the readable bytes of {@code source} by core-local address; faults as {@link #readLocal}. */
    void writeLocal(long address, ByteBuf source) {
        memoryAt(address).write(deviceAddress(address), source);
    }

    private DeviceMemory memoryAt(long address) {
        if (address >= bounds.dramBase() && address < (long) bounds.dramBase() + bounds.dramSize()) {
            return dram;
        }
        if (address >= bounds.iramBase() && address < (long) bounds.iramBase() + bounds.iramSize()) {
            return iram;
        }
        throw new MemoryFaultException(address, "no memory of Q7 core " + index);
    }

    private long deviceAddress(long address) {
        return memoryAt(address) == dram
                ? dram.base() + address - bounds.dramBase()
                : iram.base() + address - bounds.iramBase();
    }
}
