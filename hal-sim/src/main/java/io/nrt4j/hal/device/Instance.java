package io.nrt4j.hal.device;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.LogicalCoreSize;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A simulated instance: its devices, and its physical cores put together to logical ones.
 *
 * <p>Logical core L of size s is the physical cores L*s to L*s+s-1, numbered over the instance and mapped within each
 * device. Source: hal.md §1.3 to §1.5, nrt-api.md §5.
 */
public final class Instance implements AutoCloseable {
    private final InstanceType type;
    private final int logicalCoreSize;
    private final DeviceOptions options;
    private final List<Device> devices;

    /**
     * @param logicalCoreSize physical cores per logical core
     * @throws IllegalArgumentException for a size that {@link LogicalCoreSize} does not allow
     */
    public Instance(InstanceType type, int logicalCoreSize, DeviceOptions options) {
        if (!LogicalCoreSize.isValid(type.geometry(), logicalCoreSize)) {
            throw new IllegalArgumentException("logical core size " + logicalCoreSize + " on " + type.apiName());
        }
        this.type = type;
        this.logicalCoreSize = logicalCoreSize;
        this.options = options;
        List<Device> made = new ArrayList<>();
        for (int i = 0; i < type.devices(); i++) {
            made.add(new Device(type.arch(), i, options));
        }
        this.devices = List.copyOf(made);
    }

    public InstanceType type() {
        return type;
    }

    /** Physical cores per logical core. */
    public int logicalCoreSize() {
        return logicalCoreSize;
    }

    public List<Device> devices() {
        return devices;
    }

    public Device device(int index) {
        return devices.get(index);
    }

    /** Number of logical cores. */
    public int logicalCores() {
        return type.cores() / logicalCoreSize;
    }

    /**
     * A logical core.
     *
     * @throws IndexOutOfBoundsException for a number that the instance does not have
     */
    public LogicalCore logicalCore(int index) {
        int perDevice = type.geometry().cores() / logicalCoreSize;
        Device device = devices.get(Math.floorDiv(index, perDevice));
        int first = index % perDevice * logicalCoreSize;
        List<NeuronCore> cores = IntStream.range(first, first + logicalCoreSize)
                .map(core -> options.coreMap().physical(type.arch(), device.index(), core))
                .mapToObj(device::core)
                .toList();
        return new LogicalCore(index, device, cores);
    }

    /** Devices wired to a device. */
    public List<Integer> neighbours(int device) {
        return type.interconnect().neighbours(device, type.devices());
    }

    @Override
    public void close() {
        devices.forEach(Device::close);
    }
}
