package io.nrt4j.loader.variable;

import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.memory.ReportClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A column of the memory report's table.
 *
 * <p>Source: memory.md §9.2.
 *
 * @param upper first line of the heading
 * @param lower second line of the heading
 * @param width characters of a cell
 * @param perModel whether models have a figure of their own; otherwise their rows say {@code n/a}
 * @param usages what the column adds up
 */
public record MemoryTableColumn(String upper, String lower, int width, boolean perModel, Set<MemoryUsage> usages) {
    private static final int WIDTH = 10;
    private static final int WIDE = 11;

    public MemoryTableColumn {
        usages = Set.copyOf(usages);
    }

    /** The fourteen columns of the published report, with XT CC in a column of its own. */
    public static final List<MemoryTableColumn> DOCUMENTED = documented();

    /** The columns of the 2.31.24 binary: the total and the twelve report classes. */
    public static final List<MemoryTableColumn> REPORT_CLASSES = reportClasses();

    private static List<MemoryTableColumn> documented() {
        List<MemoryTableColumn> columns = new ArrayList<>(reportClasses());
        columns.replaceAll(c -> c.usages.contains(MemoryUsage.XT_CC) && !c.lower.equals("TOTAL")
                ? new MemoryTableColumn(c.upper, c.lower, c.width, c.perModel, without(c.usages, MemoryUsage.XT_CC))
                : c);
        columns.add(
                columns.size() - 1, new MemoryTableColumn("", "XT CC", WIDTH, false, EnumSet.of(MemoryUsage.XT_CC)));
        return List.copyOf(columns);
    }

    private static List<MemoryTableColumn> reportClasses() {
        return List.of(
                new MemoryTableColumn("", "TOTAL", WIDTH, true, EnumSet.allOf(MemoryUsage.class)),
                column("Model", "Code", WIDTH, true, ReportClass.MODEL_CODE),
                column("Model", "Constants", WIDTH, true, ReportClass.MODEL_CONSTANTS),
                column("", "Tensors", WIDTH, false, ReportClass.TENSORS),
                column("Shared", "Scratchpad", WIDTH, false, ReportClass.SHARED_SCRATCHPAD),
                column("", "Scratchpad", WIDTH, true, ReportClass.SCRATCHPAD),
                column("", "Runtime", WIDTH, true, ReportClass.RUNTIME),
                column("DMA Rings", "IO", WIDTH, true, ReportClass.DMA_RINGS_IO),
                column("DMA Rings", "Spill", WIDTH, true, ReportClass.DMA_RINGS_SPILL),
                column("DMA Rings", "Collectives", WIDE, true, ReportClass.DMA_RINGS_COLLECTIVES),
                column("DMA Rings", "Runtime", WIDTH, true, ReportClass.DMA_RINGS_RUNTIME),
                column("", "Collectives", WIDE, true, ReportClass.COLLECTIVES),
                column("Profiler", "Buffers", WIDTH, false, ReportClass.PROFILER_BUFFERS));
    }

    private static MemoryTableColumn column(
            String upper, String lower, int width, boolean perModel, ReportClass reportClass) {
        EnumSet<MemoryUsage> usages = EnumSet.noneOf(MemoryUsage.class);
        Arrays.stream(MemoryUsage.values())
                .filter(u -> u.reportClass() == reportClass)
                .forEach(usages::add);
        return new MemoryTableColumn(upper, lower, width, perModel, usages);
    }

    private static Set<MemoryUsage> without(Set<MemoryUsage> usages, MemoryUsage one) {
        EnumSet<MemoryUsage> rest = EnumSet.copyOf(usages);
        rest.remove(one);
        return rest;
    }
}
