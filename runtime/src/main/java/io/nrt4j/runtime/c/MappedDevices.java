package io.nrt4j.runtime.c;

import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.memory.DeviceMemory;
import java.util.Optional;

/**
 * Device memory in the address space of the process: the numbers that stand for pointers.
 *
 * <p>The upper 16 bits name the device, from 1; the rest is the address on it. Host memory lies above all of that. The
 * layout is the emulator's.
 */
final class MappedDevices {
    private static final int DEVICE_SHIFT = 48;
    private static final long ADDRESS_MASK = (1L << DEVICE_SHIFT) - 1;

    /** Where host memory begins. */
    static final long HOST = 1L << 62;

    private MappedDevices() {}

    /** The process's address of a device address. */
    static long virtual(int device, long address) {
        return (device + 1L) << DEVICE_SHIFT | address;
    }

    /** A range of one HBM. */
    record Range(DeviceMemory memory, long address) {}

    /** The memory behind a range of the process; empty unless it lies in one HBM. */
    static Optional<Range> find(Instance instance, long virtual, long size) {
        int device = (int) (virtual >>> DEVICE_SHIFT) - 1;
        long address = virtual & ADDRESS_MASK;
        if (device < 0 || device >= instance.devices().size()) {
            return Optional.empty();
        }
        for (int hbm = 0; hbm < instance.device(device).geometry().hbm().count(); hbm++) {
            DeviceMemory memory = instance.device(device).hbm(hbm);
            long offset = address - memory.base();
            if (size >= 0 && offset >= 0 && offset <= memory.size() - size) {
                return Optional.of(new Range(memory, address));
            }
        }
        return Optional.empty();
    }
}
