package io.nrt4j.runtime.cli;

import io.nrt4j.runtime.cli.TextTable.Align;
import io.nrt4j.runtime.run.RunReport;
import io.nrt4j.runtime.run.RunReport.ComparisonView;
import io.nrt4j.runtime.run.RunReport.ExecutionView;
import io.nrt4j.runtime.run.RunReport.InputView;
import io.nrt4j.runtime.run.RunReport.OutputView;
import io.nrt4j.runtime.trace.RunProfile;
import io.nrt4j.runtime.trace.RunProfile.EngineView;
import io.nrt4j.runtime.trace.RunProfile.QueueView;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@link RunReport} as a page for a person. */
final class RunPage {
    private static final String INDENT = "  ";
    private static final int ROWS = 24;
    private static final MathContext DIGITS = new MathContext(6);
    private static final int DIGEST_CHARACTERS = 16;

    private RunPage() {}

    static void print(PrintWriter out, RunReport report) {
        out.printf("%s: %s (%d)%n", report.file(), report.statusName(), report.status());
        out.println(INDENT + report.message());
        if (report.device() != null) {
            out.println(INDENT + LoadPage.where(report.device()));
        }
        ExecutionView execution = report.execution();
        if (execution != null) {
            out.println(INDENT
                    + String.format(
                            Locale.ROOT,
                            "%s, %s schedule: loaded in %.0f ms, executed in %.1f ms, %d steps",
                            report.ranks() == 1 ? "1 rank" : report.ranks() + " ranks",
                            report.schedule(),
                            execution.loadMs(),
                            execution.ms(),
                            execution.steps()));
        }
        printInputs(out, report);
        printOutputs(out, report);
        printComparisons(out, report);
        RunProfile.View profile = report.profile();
        if (profile != null) {
            printProfile(out, profile);
        }
        out.println();
    }

    private static void printInputs(PrintWriter out, RunReport report) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT);
        for (InputView i :
                report.inputs().subList(0, Math.min(ROWS, report.inputs().size()))) {
            table.row(
                    rank(report, i.rank()) + i.name(),
                    i.dtype(),
                    shape(i.shape()),
                    ByteCount.of(i.bytes()),
                    i.source());
        }
        table.printSection(out, "inputs");
        if (report.inputs().size() > ROWS) {
            out.println(INDENT + "and " + (report.inputs().size() - ROWS) + " more");
        }
    }

    private static void printOutputs(PrintWriter out, RunReport report) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT, Align.LEFT);
        for (OutputView o : report.outputs()) {
            String path = o.path();
            table.row(
                    rank(report, o.rank()) + o.name(),
                    o.dtype(),
                    shape(o.shape()),
                    ByteCount.of(o.bytes()),
                    path == null ? "sha256 " + o.sha256().substring(0, DIGEST_CHARACTERS) : path,
                    values(o));
        }
        table.printSection(out, "outputs");
    }

    private static void printComparisons(PrintWriter out, RunReport report) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT, Align.LEFT);
        for (ComparisonView c : report.comparisons()) {
            table.row(
                    rank(report, c.rank()) + c.name(),
                    c.equal() ? "equal" : "DIFFERENT",
                    c.different() + " of " + c.elements() + " elements beyond the tolerance",
                    String.format(Locale.ROOT, "max abs %.3g", c.maxAbsolute()),
                    String.format(Locale.ROOT, "max rel %.3g", c.maxRelative()),
                    c.worst() < 0 ? c.reference() : c.reference() + ", worst at " + c.worst());
        }
        table.printSection(out, "compared");
    }

    private static void printProfile(PrintWriter out, RunProfile.View profile) {
        TextTable engines = new TextTable(Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT, Align.LEFT);
        for (EngineView e : profile.engines()) {
            engines.row(
                    e.core(),
                    e.engine(),
                    e.instructions() + " instructions",
                    e.flops() == 0 ? "" : String.format(Locale.ROOT, "%.4g GFLOP", e.flops() / 1e9),
                    e.opcodes().entrySet().stream()
                            .map(o -> o.getKey() + " " + o.getValue())
                            .collect(Collectors.joining(", ")));
        }
        engines.printSection(out, "engines");
        TextTable queues = new TextTable(Align.LEFT, Align.LEFT, Align.RIGHT, Align.RIGHT);
        for (QueueView q : profile.queues()) {
            queues.row(q.core(), q.queue(), q.packets() + " packets", ByteCount.of(q.bytes()));
        }
        queues.printSection(out, "transfers");
    }

    private static String values(OutputView output) {
        String values = output.first().stream().map(RunPage::number).collect(Collectors.joining(" "));
        long elements = output.shape().stream().reduce(1L, (a, b) -> a * b);
        return elements > output.first().size() ? values + " ..." : values;
    }

    private static String number(float value) {
        if (!Float.isFinite(value)) {
            return String.valueOf(value);
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        boolean plain = rounded.scale() < 10 && rounded.precision() - rounded.scale() < 10;
        return plain ? rounded.toPlainString() : rounded.toString();
    }

    private static String rank(RunReport report, int rank) {
        return report.ranks() == 1 ? "" : rank + ":";
    }

    private static String shape(List<Long> shape) {
        return shape.stream().map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
    }
}
