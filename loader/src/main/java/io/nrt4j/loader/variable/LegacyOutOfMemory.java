package io.nrt4j.loader.variable;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.hal.memory.ReportClass;
import io.nrt4j.hal.memory.UsageTable;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;

/**
 * The reports of a full device memory that older versions print.
 *
 * <p>Source: errors.md §6.2, published logs of RT 1.x and of 2.21. The line of 2.21 that names a file of allocation
 * records is left out, as no such file is written.
 */
final class LegacyOutOfMemory {
    private static final String MODULE = "TDRV";

    private static final LogMessage MLA_DRAM = LogMessage.error(
            MODULE,
            "copy_and_stage_mr_one_channel",
            "Failed to allocate aligned (%lu) buffer in MLA DRAM for %s of size %lu bytes, channel %u");
    private static final LogMessage ALLOC =
            LogMessage.error(MODULE, "dmem_alloc_internal", "Failed to alloc DEVICE memory: %lu");
    private static final LogMessage UTILIZATION = LogMessage.error(
            MODULE,
            "log_dev_mem",
            "Failed to allocate %s (usage: %s) on ND%2u:NC%2u, current utilization:\n\t* total: %s\n%s");

    private LegacyOutOfMemory() {}

    /** RT 1.x. */
    static String printMlaDram(Device device, AllocationRequest request, Nlog nlog) {
        Object[] arguments = {
            request.alignment(),
            request.hint(),
            request.size(),
            device.geometry().defaultHbm(request.core())
        };
        nlog.log(MLA_DRAM, arguments);
        return MLA_DRAM.format(arguments);
    }

    /** RT 2.21: figures of the core, all rings in one, and one kind of scratchpad; what is not used has no line. */
    static String printUtilization(Device device, AllocationRequest request, HeapUsage usage, Nlog nlog) {
        nlog.log(ALLOC, request.size());
        UsageTable table = usage.cores();
        int core = request.core();
        nlog.log(
                UTILIZATION,
                SizeText.of(request.size()),
                label(request.usage().reportClass()),
                device.index(),
                core,
                SizeText.of(table.total(core)),
                lines(table, core));
        return ALLOC.format(request.size());
    }

    private static String lines(UsageTable table, int core) {
        StringBuilder lines = new StringBuilder();
        append(lines, "model code", table.bytes(core, ReportClass.MODEL_CODE));
        append(lines, "model constants", table.bytes(core, ReportClass.MODEL_CONSTANTS));
        append(lines, "tensors", table.bytes(core, ReportClass.TENSORS));
        append(
                lines,
                "shared scratchpad",
                table.bytes(core, ReportClass.SHARED_SCRATCHPAD) + table.bytes(core, ReportClass.SCRATCHPAD));
        append(
                lines,
                "runtime",
                table.bytes(core, ReportClass.RUNTIME) + table.bytes(core, ReportClass.PROFILER_BUFFERS));
        append(lines, "dma rings", rings(table, core));
        append(lines, "collectives", table.bytes(core, ReportClass.COLLECTIVES));
        return lines.toString();
    }

    private static void append(StringBuilder lines, String label, long bytes) {
        if (bytes > 0) {
            lines.append("\t* ")
                    .append(label)
                    .append(": ")
                    .append(SizeText.of(bytes))
                    .append('\n');
        }
    }

    private static long rings(UsageTable table, int core) {
        return table.bytes(core, ReportClass.DMA_RINGS_IO)
                + table.bytes(core, ReportClass.DMA_RINGS_SPILL)
                + table.bytes(core, ReportClass.DMA_RINGS_COLLECTIVES)
                + table.bytes(core, ReportClass.DMA_RINGS_RUNTIME);
    }

    private static String label(ReportClass reportClass) {
        return switch (reportClass) {
            case DMA_RINGS_IO, DMA_RINGS_SPILL, DMA_RINGS_COLLECTIVES, DMA_RINGS_RUNTIME -> "dma rings";
            case SCRATCHPAD -> ReportClass.SHARED_SCRATCHPAD.label();
            case PROFILER_BUFFERS -> ReportClass.RUNTIME.label();
            default -> reportClass.label();
        };
    }
}
