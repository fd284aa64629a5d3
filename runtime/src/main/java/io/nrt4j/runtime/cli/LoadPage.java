package io.nrt4j.runtime.cli;

import io.nrt4j.runtime.cli.TextTable.Align;
import io.nrt4j.runtime.report.LoadReport;
import io.nrt4j.runtime.report.LoadReport.DeviceView;
import io.nrt4j.runtime.report.LoadReport.ImageView;
import io.nrt4j.runtime.report.LoadReport.MemoryView;
import io.nrt4j.runtime.report.LoadReport.QueueView;
import io.nrt4j.runtime.report.LoadReport.StageTime;
import io.nrt4j.runtime.report.LoadReport.VariableView;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@link LoadReport} as a page for a person. */
final class LoadPage {
    private static final String INDENT = "  ";

    private LoadPage() {}

    static void print(PrintWriter out, LoadReport report) {
        out.printf("%s: %s (%d)%n", report.file(), report.statusName(), report.status());
        out.println(INDENT + report.message());
        report.placed().ifPresent(device -> out.println(INDENT + where(device)));
        printStages(out, report);
        printVariables(out, report);
        printMemory(out, report);
        printImages(out, report);
        printQueues(out, report);
        if (!report.warnings().isEmpty()) {
            out.println();
            out.println("warnings");
            report.warnings().forEach(w -> out.println(INDENT + w));
        }
        out.println();
    }

    static String where(DeviceView device) {
        return "on %s (%s), device %d, logical core %d of size %d: physical core%s %s"
                .formatted(
                        device.instance(),
                        device.arch(),
                        device.index(),
                        device.logicalCore(),
                        device.lnc(),
                        device.cores().size() == 1 ? "" : "s",
                        device.cores().stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }

    private static void printStages(PrintWriter out, LoadReport report) {
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT);
        for (StageTime stage : report.stages()) {
            table.row(stage.name(), String.format(Locale.ROOT, "%.3f ms", stage.ms()));
        }
        table.printSection(out, "stages");
    }

    private static void printVariables(PrintWriter out, LoadReport report) {
        TextTable table =
                new TextTable(Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT);
        for (VariableView v : report.variables()) {
            table.row(
                    v.graph(),
                    "core " + v.core(),
                    v.varId(),
                    v.name(),
                    v.type(),
                    ByteCount.of(v.size()),
                    v.address() == null ? "bound at execution" : v.address());
        }
        table.printSection(out, "variables");
    }

    private static void printMemory(PrintWriter out, LoadReport report) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.RIGHT);
        for (MemoryView m : report.memory()) {
            table.row("core " + m.core(), m.category(), ByteCount.of(m.bytes()));
        }
        table.printSection(out, "device memory");
    }

    private static void printImages(PrintWriter out, LoadReport report) {
        TextTable table =
                new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.RIGHT, Align.RIGHT, Align.LEFT, Align.LEFT);
        for (ImageView i : report.images()) {
            table.row(
                    i.graph(),
                    "core " + i.core(),
                    i.engine(),
                    i.slots() + " slots",
                    ByteCount.of(i.bytes()),
                    i.address() == null ? "" : i.address(),
                    i.sections().entrySet().stream()
                            .map(s -> s.getKey().toLowerCase(Locale.ROOT) + " " + s.getValue())
                            .collect(Collectors.joining(", ")));
        }
        table.printSection(out, "instruction images");
    }

    private static void printQueues(PrintWriter out, LoadReport report) {
        TextTable table = new TextTable(
                Align.LEFT,
                Align.LEFT,
                Align.LEFT,
                Align.LEFT,
                Align.LEFT,
                Align.RIGHT,
                Align.RIGHT,
                Align.RIGHT,
                Align.RIGHT);
        for (QueueView q : report.queues()) {
            table.row(
                    q.graph(),
                    "queue " + q.index(),
                    q.name(),
                    q.type(),
                    q.owner(),
                    q.rings() + (q.rings() == 1 ? " ring" : " rings"),
                    q.blocks() + (q.blocks() == 1 ? " block" : " blocks"),
                    q.descriptors() + (q.descriptors() == 1 ? " descriptor" : " descriptors"),
                    ByteCount.of(q.ringBytes()));
        }
        table.printSection(out, "queues");
    }
}
