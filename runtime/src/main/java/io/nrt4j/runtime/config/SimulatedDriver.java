package io.nrt4j.runtime.config;

import io.nrt4j.hal.InstanceType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The simulated machine as its kernel driver shows it to {@code nrt_init}: which devices there are, which version the
 * driver has, what other processes hold, what is broken.
 *
 * <p>Source: nrt-api.md §3.1 and §5, errors.md §7.1.
 *
 * @param instance the machine
 * @param devicesPresent false for a machine without any Neuron device
 * @param version its version; empty where it cannot be asked
 * @param compatibility the runtimes that it works with
 * @param use what other processes hold
 * @param hiddenDevices devices whose nodes this process cannot open, as in a container
 * @param faults what is broken, and the number of the device
 */
public record SimulatedDriver(
        InstanceType instance,
        boolean devicesPresent,
        Optional<Version> version,
        Compatibility compatibility,
        CoreUse use,
        Set<Integer> hiddenDevices,
        Map<MachineFault, Integer> faults) {
    /** The driver of SDK 2.29's time. Source: errors.md §2. */
    private static final Version CURRENT = new Version(2, 26, "2.26.5.0");

    private static final Compatibility CURRENT_COMPATIBILITY = new Compatibility(2, 11);

    /**
     * The driver's version.
     *
     * @param text the whole version, as the infodump prints it
     */
    public record Version(int major, int minor, String text) {}

    /**
     * Compatibility ids of runtimes.
     *
     * @param oldest the smallest id that the driver works with
     * @param newest the largest one
     */
    public record Compatibility(int oldest, int newest) {}

    /**
     * Cores in the hands of other processes.
     *
     * @param cores physical cores, numbered over the instance
     * @param logicalCoreSize the logical-core size with which they are held; empty if there are none
     */
    public record CoreUse(Set<Integer> cores, Optional<Integer> logicalCoreSize) {
        static final CoreUse NONE = new CoreUse(Set.of(), Optional.empty());

        public CoreUse {
            cores = Set.copyOf(cores);
        }
    }

    public SimulatedDriver {
        hiddenDevices = Set.copyOf(hiddenDevices);
        faults = Map.copyOf(faults);
    }

    /** A machine with a current driver and nobody else on it. */
    public static SimulatedDriver of(InstanceType instance) {
        return new SimulatedDriver(
                instance, true, Optional.of(CURRENT), CURRENT_COMPATIBILITY, CoreUse.NONE, Set.of(), Map.of());
    }

    /** The same machine without a Neuron device. */
    public SimulatedDriver withoutDevices() {
        return new SimulatedDriver(instance, false, version, compatibility, use, hiddenDevices, faults);
    }

    /** The same machine with a driver of another version; empty for one that does not answer. */
    public SimulatedDriver withVersion(Optional<Version> other) {
        return new SimulatedDriver(instance, devicesPresent, other, compatibility, use, hiddenDevices, faults);
    }

    /** The same machine with a driver that works with the runtimes of these compatibility ids. */
    public SimulatedDriver withCompatibility(int oldest, int newest) {
        Compatibility other = new Compatibility(oldest, newest);
        return new SimulatedDriver(instance, devicesPresent, version, other, use, hiddenDevices, faults);
    }

    /** The same machine with physical cores in the hands of another process. */
    public SimulatedDriver withCoresInUse(Set<Integer> cores, int logicalCoreSize) {
        CoreUse other = new CoreUse(cores, Optional.of(logicalCoreSize));
        return new SimulatedDriver(instance, devicesPresent, version, compatibility, other, hiddenDevices, faults);
    }

    /** The same machine with device nodes that this process cannot open. */
    public SimulatedDriver withHiddenDevices(Set<Integer> devices) {
        return new SimulatedDriver(instance, devicesPresent, version, compatibility, use, devices, faults);
    }

    /** The same machine with something broken in a device. */
    public SimulatedDriver withFault(MachineFault fault, int device) {
        Map<MachineFault, Integer> more = new EnumMap<>(MachineFault.class);
        more.putAll(faults);
        more.put(fault, device);
        return new SimulatedDriver(instance, devicesPresent, version, compatibility, use, hiddenDevices, more);
    }

    /** The device that has a fault. */
    public Optional<Integer> deviceWith(MachineFault fault) {
        return Optional.ofNullable(faults.get(fault));
    }
}
