package io.nrt4j.hal.memory;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code DMA_MEM_USAGE_TYPE}: what an allocation is for, and how driver and reports classify it.
 *
 * <p>The constants stand in the order of the runtime's numbers. The three classifications are the runtime's byte tables,
 * odd entries included: pool instructions count as miscellaneous, I/O as code. Source: memory.md §5.1; the order of the
 * names is that of the memory records in profiles, corpus/hw-profiles.md.
 */
public enum MemoryUsage {
    GENERIC(0, "Generic", DriverCategory.MISC_HOST, DriverCategory.MISC_DEVICE, ReportClass.RUNTIME),
    INSTR_PE(1, "Tensor Instructions", DriverCategory.CODE_HOST, DriverCategory.CODE_DEVICE, ReportClass.MODEL_CODE),
    INSTR_ACT(2, "Scalar Instructions", DriverCategory.CODE_HOST, DriverCategory.CODE_DEVICE, ReportClass.MODEL_CODE),
    INSTR_POOL(3, "GpSimd Instructions", DriverCategory.MISC_HOST, DriverCategory.MISC_DEVICE, ReportClass.RUNTIME),
    IO(4, "IO", DriverCategory.CODE_HOST, DriverCategory.CODE_DEVICE, ReportClass.MODEL_CODE),
    DRAM_SPILL(5, "DRAM Spill", DriverCategory.MISC_HOST, DriverCategory.MISC_DEVICE, ReportClass.RUNTIME),
    WEIGHT(6, "Weights", DriverCategory.CONSTANTS_HOST, DriverCategory.CONSTANTS_DEVICE, ReportClass.MODEL_CONSTANTS),
    NOTIFICATION(
            7,
            "Profiler Buffers",
            DriverCategory.NOTIFICATION_HOST,
            DriverCategory.NOTIFICATION_DEVICE,
            ReportClass.PROFILER_BUFFERS),
    ACT_TABLE(8, "Scalar Table", DriverCategory.MISC_HOST, DriverCategory.MISC_DEVICE, ReportClass.RUNTIME),
    INSTR_DVE(9, "Vector Instructions", DriverCategory.CODE_HOST, DriverCategory.CODE_DEVICE, ReportClass.MODEL_CODE),
    INSTR_SP(10, "Sync Instructions", DriverCategory.CODE_HOST, DriverCategory.CODE_DEVICE, ReportClass.MODEL_CODE),
    SCRATCHPAD(11, "Shared Scratchpad", null, DriverCategory.SCRATCHPAD_DEVICE, ReportClass.SHARED_SCRATCHPAD),
    TENSOR(12, "Tensors", DriverCategory.TENSORS_HOST, DriverCategory.TENSORS_DEVICE, ReportClass.TENSORS),
    UCODE_LIB(13, "Ucode lib", DriverCategory.CODE_HOST, DriverCategory.CODE_DEVICE, ReportClass.MODEL_CODE),
    POOL_STDIO(14, "GpSimd STDIO", DriverCategory.MISC_HOST, DriverCategory.MISC_DEVICE, ReportClass.RUNTIME),
    CC(15, "Collectives", null, DriverCategory.COLLECTIVES_DEVICE, ReportClass.COLLECTIVES),
    SCRATCHPAD_NOT_SHARED(16, "Scratchpad", null, DriverCategory.SCRATCHPAD_NONSHARED_DEVICE, ReportClass.SCRATCHPAD),
    XT_CC(17, "XT CC (unused)", DriverCategory.MISC_HOST, DriverCategory.MISC_DEVICE, ReportClass.RUNTIME),
    DMA_RING(
            18,
            "DMA Rings Runtime",
            DriverCategory.DMA_RINGS_HOST,
            DriverCategory.DMA_RINGS_DEVICE,
            ReportClass.DMA_RINGS_RUNTIME),
    DMA_RING_SPILL(
            19,
            "DMA Rings Spill",
            DriverCategory.DMA_RINGS_HOST,
            DriverCategory.DMA_RINGS_DEVICE,
            ReportClass.DMA_RINGS_SPILL),
    DMA_RING_IO(
            20,
            "DMA Rings IO",
            DriverCategory.DMA_RINGS_HOST,
            DriverCategory.DMA_RINGS_DEVICE,
            ReportClass.DMA_RINGS_IO),
    DMA_RING_COLLECTIVES(
            21,
            "DMA Rings Collectives",
            DriverCategory.DMA_RINGS_HOST,
            DriverCategory.DMA_RINGS_DEVICE,
            ReportClass.DMA_RINGS_COLLECTIVES);

    private final int code;
    private final String profilerName;
    private final @Nullable DriverCategory hostCategory;
    private final DriverCategory deviceCategory;
    private final ReportClass reportClass;

    MemoryUsage(
            int code,
            String profilerName,
            @Nullable DriverCategory hostCategory,
            DriverCategory deviceCategory,
            ReportClass reportClass) {
        this.code = code;
        this.profilerName = profilerName;
        this.hostCategory = hostCategory;
        this.deviceCategory = deviceCategory;
        this.reportClass = reportClass;
    }

    /** The runtime's number. */
    public int code() {
        return code;
    }

    /** The {@code usage_type} in the memory record of a profile. */
    public String profilerName() {
        return profilerName;
    }

    /** The driver's category in host memory; empty where the runtime refuses such an allocation. */
    public Optional<DriverCategory> hostCategory() {
        return Optional.ofNullable(hostCategory);
    }

    /** The driver's category in device memory. */
    public DriverCategory deviceCategory() {
        return deviceCategory;
    }

    /** The class in the runtime's own reports. */
    public ReportClass reportClass() {
        return reportClass;
    }
}
