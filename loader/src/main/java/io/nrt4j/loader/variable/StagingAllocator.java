package io.nrt4j.loader.variable;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.memory.AllocationException;
import io.nrt4j.hal.memory.AllocationException.Errno;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.function.Function;

/**
 * Allocates device memory for a load, with the runtime's words and status when there is none
 * ({@code dmem_alloc_aligned}, {@code dmem_alloc_internal}).
 *
 * <p>Everything belongs to the scope of the load. Source: memory.md §5.3, §5.4.
 */
public final class StagingAllocator {
    private static final String MODULE = "TDRV";
    private static final String FUNCTION = "dmem_alloc_internal";

    private static final LogMessage NO_CORE = LogMessage.error(MODULE, FUNCTION, "Failed to get a valid Neuron Core");
    private static final LogMessage CANNOT_ALIGN = LogMessage.warn(
            MODULE,
            "dmem_alloc_aligned",
            "(Non-FATAL) aligned memory allocation API not available in driver. Please consider upgrading driver for"
                    + " more efficient memory allocation.");
    private static final LogMessage MEM_USAGE = new LogMessage(
            LogLevel.TRACE, MODULE, FUNCTION, "MEM_USAGE: %lu bytes, channel: %u, total usage: (%lu/%lu), hint:%s");
    /** The text of older versions; what 2.31 says to an error other than ENOMEM is not known. */
    private static final LogMessage REFUSED = LogMessage.error(MODULE, FUNCTION, "Failed to alloc DEVICE memory: %lu");

    private final Device device;
    private final AllocationScope scope;
    private final OutOfMemoryReport report;
    private final Nlog nlog;

    /**
     * @param scope the transaction of the load
     * @param report prints what the runtime prints when the memory is full
     */
    public StagingAllocator(Device device, AllocationScope scope, OutOfMemoryReport report, Nlog nlog) {
        this.device = device;
        this.scope = scope;
        this.report = report;
        this.nlog = nlog;
    }

    public Device device() {
        return device;
    }

    /** The transaction of the load. */
    public AllocationScope scope() {
        return scope;
    }

    public Nlog nlog() {
        return nlog;
    }

    /**
     * Allocates device memory in the default HBM of a core.
     *
     * @param stage the stage that asks, for the error
     * @throws LoadException NRT_RESOURCE when the memory is full, after the memory report; NRT_INVALID for a core that
     *     does not exist; NRT_FAILURE for what else the driver refuses
     */
    public DeviceAllocation allocate(LoadStage stage, AllocationRequest request) {
        return allocate(stage, request, scope::allocate);
    }

    /** Allocates what all holders of an equal key share, see {@link AllocationScope#share}. */
    DeviceAllocation share(LoadStage stage, Object key, AllocationRequest request) {
        return allocate(stage, request, r -> scope.share(key, r));
    }

    private DeviceAllocation allocate(
            LoadStage stage, AllocationRequest request, Function<AllocationRequest, DeviceAllocation> driver) {
        if (request.core() < 0 || request.core() >= device.geometry().cores()) {
            throw nlog.fail(NrtStatus.NRT_INVALID, stage, NO_CORE);
        }
        if (request.alignment() > 0 && !device.heap().driverAligns()) {
            nlog.log(CANNOT_ALIGN);
        }
        DeviceAllocation allocation;
        try {
            allocation = driver.apply(request);
        } catch (AllocationException e) {
            throw refused(stage, request, e);
        }
        nlog.log(
                MEM_USAGE,
                request.size(),
                allocation.channel(),
                device.heap().allocated(allocation.channel()),
                device.geometry().hbm().bytes(),
                request.hint());
        return allocation;
    }

    /** Prints the memory report and makes the exception of a full memory. */
    LoadException outOfMemory(LoadStage stage, AllocationRequest request) {
        String leaf = report.print(device, request, nlog);
        return new LoadException(NrtStatus.NRT_RESOURCE, stage, leaf, nlog.records());
    }

    private LoadException refused(LoadStage stage, AllocationRequest request, AllocationException e) {
        if (e.errno() == Errno.ENOMEM) {
            return outOfMemory(stage, request);
        }
        return nlog.fail(NrtStatus.NRT_FAILURE, stage, REFUSED, request.size());
    }
}
