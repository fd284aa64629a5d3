package io.nrt4j.runtime.cli;

import io.nrt4j.runtime.cli.TextTable.Align;
import io.nrt4j.runtime.run.RunReport;
import io.nrt4j.runtime.run.RunReport.ExecutionView;
import io.nrt4j.runtime.run.RunReport.InputView;
import io.nrt4j.runtime.run.RunReport.OutputView;
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
        section(out, "inputs", table);
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
        section(out, "outputs", table);
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

    private static void section(PrintWriter out, String name, TextTable table) {
        if (!table.isEmpty()) {
            out.println();
            out.println(name);
            table.print(out, INDENT);
        }
    }
}
