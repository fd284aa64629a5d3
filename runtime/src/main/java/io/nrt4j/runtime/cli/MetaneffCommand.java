package io.nrt4j.runtime.cli;

import io.nrt4j.loader.metaneff.MetaNeffFormatException;
import io.nrt4j.runtime.report.MetaNeffInspector;
import io.nrt4j.runtime.report.MetaNeffReport;
import io.nrt4j.runtime.report.MetaNeffReport.TensorView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j metaneff}: shows a metaneff, and checks it against a NEFF. */
@Command(
        name = "metaneff",
        mixinStandardHelpOptions = true,
        description = "Shows the tensors, roles and aliases of a metaneff, and whether a NEFF can be bound by them.")
final class MetaneffCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The message, such as metaneff.pb.")
    private Path file = Path.of("");

    @Option(names = "--neff", paramLabel = "FILE", description = "The NEFF that it lies beside.")
    private @Nullable Path neff;

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        MetaNeffReport report;
        try {
            report = MetaNeffInspector.inspect(file, neff);
        } catch (MetaNeffFormatException e) {
            spec.commandLine().getErr().printf("nrt4j: %s: %s%n", file, e.getMessage());
            return 1;
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, JsonOutput.mapper().valueToTree(report));
        } else {
            print(out, report);
        }
        return report.fits() ? 0 : 1;
    }

    private static void print(PrintWriter out, MetaNeffReport report) {
        print(out, "inputs", report.inputs());
        print(out, "outputs", report.outputs());
        report.aliases().forEach(alias -> out.printf("output %d occupies input %d%n", alias.output(), alias.input()));
        if (report.graphBytes() > 0) {
            out.printf("graph of %d bytes%n", report.graphBytes());
        }
        report.findings().forEach(f -> out.printf("%-11s %-16s %s%n", f.severity(), f.rule(), f.message()));
        if (report.neff() != null) {
            out.printf("%s %s%n", report.fits() ? "fits" : "does not fit", report.neff());
        }
    }

    private static void print(PrintWriter out, String title, List<TensorView> tensors) {
        out.println(title);
        for (TensorView tensor : tensors) {
            out.printf(
                    "  %-12s %-9s %-20s %10s B  %s%s%s%n",
                    tensor.name(),
                    tensor.type(),
                    tensor.shape(),
                    tensor.bytes() == null ? "?" : tensor.bytes(),
                    tensor.role(),
                    tensor.checkpointKey() == null ? "" : "  " + tensor.checkpointKey(),
                    tensor.dynamicBatchSize() ? "  dynamic batch size" : "");
        }
    }
}
