package io.nrt4j.loader.variable;

import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.hal.memory.UsageTable;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The table of memory use by core and model that the runtime prints when an HBM is full.
 *
 * <p>Source: memory.md §9.1, §9.2.
 */
public final class MemoryUsageTable {
    private static final int LABEL_WIDTH = 14;
    private static final String HEADING = """
            Displaying Current Memory Utilization:
            (NOTE: the lines are LONG, and NEFF id to name mapping is printed after)

            """;

    private final List<MemoryTableColumn> columns;

    /** A table with these columns, see {@link MemoryTableColumn#DOCUMENTED}. */
    public MemoryUsageTable(List<MemoryTableColumn> columns) {
        this.columns = List.copyOf(columns);
    }

    /**
     * The text, lines separated by line feeds, without one at the end.
     *
     * @param device number of the device
     * @param cores the cores to list, which use one HBM; the first row is their sum
     * @param usage the accounting of the device
     */
    public String text(int device, List<Integer> cores, HeapUsage usage) {
        StringBuilder out = new StringBuilder(HEADING);
        row(out, "", column -> column.upper());
        row(out, "", column -> column.lower());
        figures(
                out,
                "ND%2d Overall".formatted(device),
                column -> cores.stream()
                        .mapToLong(core -> sum(column, usage.cores(), core))
                        .sum());
        for (int core : cores) {
            figures(out, "\\_NC%2d".formatted(core), column -> sum(column, usage.cores(), core));
            for (HeapUsage.Model model : usage.models()) {
                if (model.cores().total(core) > 0) {
                    modelRow(out, model, core);
                }
            }
        }
        out.append("\nNEFF id to name mapping:");
        usage.models().stream()
                .filter(model -> cores.stream().anyMatch(core -> model.cores().total(core) > 0))
                .forEach(model -> out.append("\n%d: \"%s\""
                        .formatted(model.owner().id(), model.owner().name())));
        return out.toString();
    }

    private void modelRow(StringBuilder out, HeapUsage.Model model, int core) {
        row(
                out,
                "  \\_NEFF %d".formatted(model.owner().id()),
                column -> column.perModel() ? SizeText.of(sum(column, model.cores(), core)) : "n/a");
    }

    private void figures(StringBuilder out, String label, ToLongFunction<MemoryTableColumn> bytes) {
        row(out, label, column -> SizeText.of(bytes.applyAsLong(column)));
    }

    private void row(StringBuilder out, String label, Function<MemoryTableColumn, String> cell) {
        out.append(label)
                .append(" ".repeat(Math.max(0, LABEL_WIDTH - label.length())))
                .append('|');
        for (MemoryTableColumn column : columns) {
            centre(out, cell.apply(column), column.width());
        }
        out.append('\n');
    }

    private static long sum(MemoryTableColumn column, UsageTable table, int core) {
        return column.usages().stream().mapToLong(u -> table.bytes(core, u)).sum();
    }

    private static void centre(StringBuilder out, String text, int width) {
        int padding = Math.max(0, width - text.length());
        out.append(" ".repeat(padding / 2))
                .append(text)
                .append(" ".repeat(padding - padding / 2))
                .append('|');
    }
}
