package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Memory of the host as a device sees it: byte arrays at addresses of the host window.
 *
 * <p>Source: hal.md §3.2, §3.3 (host memory window).
 */
public final class HostMemory {
    private static final long ALIGNMENT = 0x1000;

    private final long base;
    private final TreeMap<Long, byte[]> buffers = new TreeMap<>();
    private long next;

    /**
     * Empty host memory.
     *
     * @param base first address of the host window
     */
    public HostMemory(long base) {
        this.base = base;
        this.next = base;
    }

    /** Makes a buffer visible to the device and gives its address; the device reads and writes the array itself. */
    public long map(byte[] buffer) {
        long address = next;
        buffers.put(address, buffer);
        next += (buffer.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        return address;
    }

    /** Takes all buffers back. */
    public void clear() {
        buffers.clear();
        next = base;
    }

    void read(long address, byte[] target, int index, int length) {
        Map.Entry<Long, byte[]> buffer = find(address, length);
        System.arraycopy(buffer.getValue(), (int) (address - buffer.getKey()), target, index, length);
    }

    void write(long address, byte[] source, int index, int length) {
        Map.Entry<Long, byte[]> buffer = find(address, length);
        System.arraycopy(source, index, buffer.getValue(), (int) (address - buffer.getKey()), length);
    }

    private Map.Entry<Long, byte[]> find(long address, int length) {
        Map.Entry<Long, byte[]> buffer = buffers.floorEntry(address);
        if (buffer == null || address - buffer.getKey() > buffer.getValue().length - length) {
            throw new InstructionFaultException(
                    FaultKind.OUT_OF_BOUNDS, "%d bytes at host address 0x%x are not mapped".formatted(length, address));
        }
        return buffer;
    }
}
