package io.nrt4j.runtime.config;

import io.nrt4j.hal.InstanceType;
import java.util.Optional;
import java.util.Set;

/**
 * What the kernel driver of the simulated machine answers to {@code nrt_init}: which devices there are, which version it
 * has, and what other processes hold.
 *
 * <p>Source: nrt-api.md §3.1 and §5, errors.md §7.1.
 *
 * @param instance the machine
 * @param devicesPresent false for a machine without any Neuron device
 * @param version its version; empty where it cannot be asked
 * @param oldestCompatible the smallest compatibility id of a runtime that it works with
 * @param newestCompatible the largest one
 * @param coresInUse physical cores, numbered over the instance, that other processes hold
 * @param otherLogicalCoreSize the logical-core size with which they hold them
 * @param hiddenDevices devices whose nodes this process cannot open, as in a container
 */
public record SimulatedDriver(
        InstanceType instance,
        boolean devicesPresent,
        Optional<Version> version,
        int oldestCompatible,
        int newestCompatible,
        Set<Integer> coresInUse,
        Optional<Integer> otherLogicalCoreSize,
        Set<Integer> hiddenDevices) {
    private static final int OLDEST_COMPATIBLE = 2;
    private static final int NEWEST_COMPATIBLE = 11;
    /** The driver of SDK 2.29's time. Source: errors.md §2. */
    private static final Version CURRENT = new Version(2, 26, "2.26.5.0");

    /**
     * The driver's version.
     *
     * @param text the whole version, as the infodump prints it
     */
    public record Version(int major, int minor, String text) {}

    public SimulatedDriver {
        coresInUse = Set.copyOf(coresInUse);
        hiddenDevices = Set.copyOf(hiddenDevices);
    }

    /** A machine with a current driver and nobody else on it. */
    public static SimulatedDriver of(InstanceType instance) {
        return new SimulatedDriver(
                instance,
                true,
                Optional.of(CURRENT),
                OLDEST_COMPATIBLE,
                NEWEST_COMPATIBLE,
                Set.of(),
                Optional.empty(),
                Set.of());
    }

    /** The same machine without a Neuron device. */
    public SimulatedDriver withoutDevices() {
        return new SimulatedDriver(
                instance,
                false,
                version,
                oldestCompatible,
                newestCompatible,
                coresInUse,
                otherLogicalCoreSize,
                hiddenDevices);
    }

    /** The same machine with a driver of another version; empty for one that does not answer. */
    public SimulatedDriver withVersion(Optional<Version> other) {
        return new SimulatedDriver(
                instance,
                devicesPresent,
                other,
                oldestCompatible,
                newestCompatible,
                coresInUse,
                otherLogicalCoreSize,
                hiddenDevices);
    }

    /** The same machine with a driver that works with the runtimes of these compatibility ids. */
    public SimulatedDriver withCompatibility(int oldest, int newest) {
        return new SimulatedDriver(
                instance, devicesPresent, version, oldest, newest, coresInUse, otherLogicalCoreSize, hiddenDevices);
    }

    /** The same machine with physical cores in the hands of another process. */
    public SimulatedDriver withCoresInUse(Set<Integer> cores, int logicalCoreSize) {
        return new SimulatedDriver(
                instance,
                devicesPresent,
                version,
                oldestCompatible,
                newestCompatible,
                cores,
                Optional.of(logicalCoreSize),
                hiddenDevices);
    }

    /** The same machine with device nodes that this process cannot open. */
    public SimulatedDriver withHiddenDevices(Set<Integer> devices) {
        return new SimulatedDriver(
                instance,
                devicesPresent,
                version,
                oldestCompatible,
                newestCompatible,
                coresInUse,
                otherLogicalCoreSize,
                devices);
    }
}
