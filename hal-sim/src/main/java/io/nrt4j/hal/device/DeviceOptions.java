package io.nrt4j.hal.device;

import io.nrt4j.hal.CoreMap;
import io.nrt4j.hal.memory.ScratchpadConfig;
import java.util.function.Consumer;

/**
 * What may differ between simulated devices of one architecture.
 *
 * @param coreMap which physical core stands behind a logical number
 * @param scratchpad how scratchpads are paged
 * @param driverAligns whether the kernel driver can align allocations
 * @param bootAllocations whether the memory that a real runtime takes at its start is taken too
 * @param kernelLog receives the lines that the driver writes to the kernel log
 */
public record DeviceOptions(
        CoreMap coreMap,
        ScratchpadConfig scratchpad,
        boolean driverAligns,
        boolean bootAllocations,
        Consumer<String> kernelLog) {

    /** Cores counted straight, 512 MiB scratchpad pages, a current driver, an empty device. */
    public static final DeviceOptions DEFAULT =
            new DeviceOptions(CoreMap.IDENTITY, ScratchpadConfig.DEFAULT, true, false, line -> {});

    public DeviceOptions withCoreMap(CoreMap map) {
        return new DeviceOptions(map, scratchpad, driverAligns, bootAllocations, kernelLog);
    }

    public DeviceOptions withScratchpad(ScratchpadConfig config) {
        return new DeviceOptions(coreMap, config, driverAligns, bootAllocations, kernelLog);
    }

    public DeviceOptions withDriverAligns(boolean aligns) {
        return new DeviceOptions(coreMap, scratchpad, aligns, bootAllocations, kernelLog);
    }

    public DeviceOptions withBootAllocations(boolean boot) {
        return new DeviceOptions(coreMap, scratchpad, driverAligns, boot, kernelLog);
    }

    public DeviceOptions withKernelLog(Consumer<String> log) {
        return new DeviceOptions(coreMap, scratchpad, driverAligns, bootAllocations, log);
    }
}
