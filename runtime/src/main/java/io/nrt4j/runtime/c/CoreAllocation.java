package io.nrt4j.runtime.c;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.variable.CorePlacement;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;
import io.nrt4j.runtime.config.VisibleCores;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** {@code nrt_allocate_neuron_cores}: which logical cores the runtime gets. Source: nrt-api.md §5. */
final class CoreAllocation {
    private static final String MODULE = "NRT";
    private static final String FUNCTION = "nrt_allocate_neuron_cores";

    private static final LogMessage BOTH_SET =
            LogMessage.warn(MODULE, FUNCTION, "Using NEURON_RT_VISIBLE_CORES to allocate Logical Neuron Cores...");
    /** The runtime's own text is not known. */
    private static final LogMessage MALFORMED =
            LogMessage.error(MODULE, FUNCTION, "Invalid value for NEURON_RT_VISIBLE_CORES: %s");

    private static final LogMessage HOLES =
            LogMessage.error(MODULE, FUNCTION, "Logical Neuron cores are not contiguous");
    private static final LogMessage HOLES_2022 = LogMessage.error(MODULE, FUNCTION, "Neuron cores are not contiguous");
    private static final LogMessage RANGE_NOT_AVAILABLE = LogMessage.error(
            MODULE,
            FUNCTION,
            "Logical Neuron Core(s) not available - Requested:lnc%d-lnc%d Available:%d Logical Core size:%u");
    private static final LogMessage RANGE_NOT_AVAILABLE_2021 =
            LogMessage.error(MODULE, FUNCTION, "NeuronCore(s) not available - Requested:nc%d-nc%d Available:%d");
    private static final LogMessage COUNT_NOT_AVAILABLE = LogMessage.error(
            MODULE, FUNCTION, "Logical Neuron Core(s) not available - Requested:%d Available:%d Logical Core size %u");
    private static final LogMessage ODD_COUNT = LogMessage.error(
            MODULE, FUNCTION, "NEURON_RT_NUM_CORES must request one core, or the whole device (multiple of %u)");
    /** Known but for what stands in its middle. */
    private static final LogMessage OTHER_SIZE = LogMessage.error(
            MODULE,
            FUNCTION,
            "Cannot start process with LNC Size of %u. Another process uses this device with another LNC Size. Cores of"
                    + " other devices can be used: NEURON_RT_VISIBLE_CORES=%u-%u");

    private static final LogMessage HIDDEN =
            LogMessage.error(MODULE, FUNCTION, "Specified core not accessible! is /dev/neuron%u visible to process?");

    private final SimulatedDriver driver;
    private final RuntimeConfiguration configuration;
    private final RuntimeProfile profile;
    private final Nlog nlog;
    private final int size;
    private final int perDevice;
    private final int total;

    private CoreAllocation(
            SimulatedDriver driver, RuntimeConfiguration configuration, RuntimeProfile profile, int size, Nlog nlog) {
        this.driver = driver;
        this.configuration = configuration;
        this.profile = profile;
        this.nlog = nlog;
        this.size = size;
        this.perDevice = driver.instance().geometry().cores() / size;
        this.total = configuration.devices(driver.instance()) * perDevice;
    }

    /**
     * Takes the cores that the environment asks for.
     *
     * @throws CallFailedException NRT_INVALID for a request that makes no sense, NRT_FAILURE for cores that are not free
     */
    static CoreRange run(
            SimulatedDriver driver, RuntimeConfiguration configuration, RuntimeProfile profile, Nlog nlog) {
        int size = logicalCoreSize(driver.instance(), configuration);
        try {
            CorePlacement.requireSize(driver.instance(), size, Set.of(), nlog);
        } catch (LoadException e) {
            throw new CallFailedException(e.status());
        }
        return new CoreAllocation(driver, configuration, profile, size, nlog).allocate();
    }

    /** Physical cores per logical core; whether the instance has that size is another question. */
    static int logicalCoreSize(InstanceType instance, RuntimeConfiguration configuration) {
        if (instance.arch().compareTo(Arch.SUNDA) <= 0) {
            return 1;
        }
        return configuration.logicalCoreSize().orElse(instance.geometry().cores() == 1 ? 1 : 2);
    }

    private CoreRange allocate() {
        Optional<String> visible = configuration.visibleCores();
        long count = configuration.coreCount();
        if (visible.isPresent()) {
            if (count != 0) {
                nlog.log(BOTH_SET);
            }
            return visible(visible.get());
        }
        return count == 0 ? range(0, total - 1) : counted(count);
    }

    private CoreRange visible(String text) {
        VisibleCores cores = VisibleCores.parse(text).orElseThrow(() -> fail(NrtStatus.NRT_INVALID, MALFORMED, text));
        if (!cores.isContiguous()) {
            throw fail(NrtStatus.NRT_INVALID, profile.version().isBefore(2, 20) ? HOLES_2022 : HOLES);
        }
        return range(cores.cores().first(), cores.cores().last());
    }

    private CoreRange counted(long count) {
        if (count != 1 && Long.remainderUnsigned(count, perDevice) != 0) {
            throw fail(NrtStatus.NRT_INVALID, ODD_COUNT, perDevice);
        }
        long free = IntStream.range(0, total).filter(this::isFree).count();
        if (Long.compareUnsigned(count, free) > 0) {
            throw fail(NrtStatus.NRT_FAILURE, COUNT_NOT_AVAILABLE, count, free, size);
        }
        int wanted = (int) count;
        int first = IntStream.rangeClosed(0, total - wanted)
                .filter(start -> freeIn(start, start + wanted - 1) == wanted)
                .findFirst()
                .orElseThrow(() -> fail(NrtStatus.NRT_FAILURE, COUNT_NOT_AVAILABLE, count, free, size));
        return range(first, first + wanted - 1);
    }

    private CoreRange range(int first, int last) {
        for (int core = first; core <= Math.min(last, total - 1); core++) {
            int device = core / perDevice;
            if (driver.hiddenDevices().contains(device)) {
                throw fail(NrtStatus.NRT_INVALID, HIDDEN, device);
            }
        }
        int free = freeIn(first, last);
        if (free < last - first + 1) {
            throw profile.version().isBefore(2, 20)
                    ? fail(NrtStatus.NRT_FAILURE, RANGE_NOT_AVAILABLE_2021, first, last, free)
                    : fail(NrtStatus.NRT_FAILURE, RANGE_NOT_AVAILABLE, first, last, free, size);
        }
        requireOwnSize(first, last);
        return new CoreRange(first, last - first + 1, size);
    }

    /** One device is divided in one way only. */
    private void requireOwnSize(int first, int last) {
        if (driver.use().logicalCoreSize().filter(other -> other != size).isEmpty()) {
            return;
        }
        for (int core = first; core <= last; core++) {
            if (isShared(core / perDevice)) {
                int start = IntStream.range(0, total / perDevice)
                        .filter(device -> !isShared(device))
                        .findFirst()
                        .orElse(0);
                throw fail(NrtStatus.NRT_INVALID, OTHER_SIZE, size, start * perDevice, (start + 1) * perDevice - 1);
            }
        }
    }

    private boolean isShared(int device) {
        int cores = driver.instance().geometry().cores();
        return driver.use().cores().stream().anyMatch(core -> core / cores == device);
    }

    private int freeIn(int first, int last) {
        return (int) IntStream.rangeClosed(first, last).filter(this::isFree).count();
    }

    private boolean isFree(int logicalCore) {
        return logicalCore < total
                && IntStream.range(logicalCore * size, (logicalCore + 1) * size)
                        .noneMatch(driver.use().cores()::contains);
    }

    private CallFailedException fail(NrtStatus status, LogMessage message, Object... args) {
        return CallFailedException.logged(nlog, status, message, args);
    }
}
