package io.nrt4j.loader.variable;

import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.memory.ReportClass;
import io.nrt4j.hal.memory.UsageTable;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the memory of a device's cores is used for once a model is loaded, for reports.
 *
 * @param owner the model
 * @param device number of the device
 * @param cores the physical cores of the model, in the order of its graphs
 * @param own bytes that belong to the model
 * @param total bytes of everything on those cores, scratchpad pages included
 */
public record ModelMemory(AllocationOwner owner, int device, List<Integer> cores, UsageTable own, UsageTable total) {
    private static final LogMessage BREAKDOWN = LogMessage.info("TDRV", "dml_log_dev_neff_mem", "%s");

    /** The classes that the report lists per model, in its order. */
    private static final List<ReportClass> PER_MODEL = List.of(
            ReportClass.MODEL_CODE,
            ReportClass.MODEL_CONSTANTS,
            ReportClass.SCRATCHPAD,
            ReportClass.RUNTIME,
            ReportClass.DMA_RINGS_IO,
            ReportClass.DMA_RINGS_SPILL,
            ReportClass.DMA_RINGS_COLLECTIVES,
            ReportClass.DMA_RINGS_RUNTIME,
            ReportClass.COLLECTIVES);

    public ModelMemory {
        cores = List.copyOf(cores);
    }

    /** The view of a model from a snapshot of its device's accounting. */
    public static ModelMemory of(
            AllocationOwner owner, int device, List<Integer> cores, UsageTable own, HeapUsage all) {
        return new ModelMemory(owner, device, cores, own, all.cores());
    }

    /**
     * One figure of the report.
     *
     * @param core physical core in its device
     * @param category the class as reports name it, such as {@code model constants}
     * @param bytes bytes asked for
     */
    public record Entry(int core, String category, long bytes) {}

    /** Bytes by core and report class, everything on the core included; classes without any are left out. */
    public List<Entry> byClass() {
        List<Entry> entries = new ArrayList<>();
        for (int core : cores) {
            Arrays.stream(ReportClass.values())
                    .filter(c -> total.bytes(core, c) > 0)
                    .forEach(c -> entries.add(new Entry(core, c.label(), total.bytes(core, c))));
        }
        return entries;
    }

    /** Bytes by core and usage under the names of hardware profiles; usages without any are left out. */
    public List<Entry> byUsage() {
        List<Entry> entries = new ArrayList<>();
        for (int core : cores) {
            Arrays.stream(MemoryUsage.values())
                    .filter(u -> total.bytes(core, u) > 0)
                    .forEach(u -> entries.add(new Entry(core, u.profilerName(), total.bytes(core, u))));
        }
        return entries;
    }

    /** Prints the report that a load at level INFO ends with, once per core. Source: memory.md §9.3. */
    public void log(Nlog nlog) {
        for (int core : cores) {
            nlog.log(BREAKDOWN, breakdown(core));
        }
    }

    private String breakdown(int core) {
        StringBuilder text = new StringBuilder();
        text.append("\n[ND%2d:NC%2d] Current Usage Total: ".formatted(device, core))
                .append(SizeText.of(total.total(core)))
                .append("\n\tshared scratchpad: ")
                .append(SizeText.of(total.bytes(core, ReportClass.SHARED_SCRATCHPAD)))
                .append("\nPer NEFF memory usage breakdown for [")
                .append(baseName())
                .append("]:\n\tTotal: ")
                .append(SizeText.of(own.total(core)));
        PER_MODEL.forEach(
                c -> text.append("\n\t* ").append(c.label()).append(": ").append(SizeText.of(own.bytes(core, c))));
        return text.toString();
    }

    /** The published reports name a model by its path in the table and by the last part of it here. */
    private String baseName() {
        return owner.name().substring(owner.name().lastIndexOf('/') + 1);
    }
}
