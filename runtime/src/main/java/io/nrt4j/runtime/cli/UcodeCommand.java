package io.nrt4j.runtime.cli;

import io.nrt4j.hal.Arch;
import io.nrt4j.runtime.report.UcodeInspector;
import io.nrt4j.runtime.report.UcodeReport;
import io.nrt4j.runtime.report.UcodeReport.LibraryView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j ucode}: shows GPSIMD libraries and what prelinking makes of them. */
@Command(
        name = "ucode",
        mixinStandardHelpOptions = true,
        description = "Shows the GPSIMD libraries of a NEFF, or one library file, and prelinks them.")
final class UcodeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A NEFF, or a library (ELF).")
    private Path file = Path.of("");

    @Option(
            names = "--arch",
            paramLabel = "ARCH",
            description = "Prelink for sunda, cayman or mariana only. May be repeated; all three by default.")
    private List<Arch> archs = List.of();

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (archs.contains(Arch.TONGA)) {
            throw new ParameterException(spec.commandLine(), "tonga has no Q7 cores");
        }
        UcodeReport report =
                UcodeInspector.inspect(file, archs.isEmpty() ? List.of(Arch.SUNDA, Arch.CAYMAN, Arch.MARIANA) : archs);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, JsonOutput.mapper().valueToTree(report));
        } else {
            UcodePage.print(out, report);
        }
        return report.problems().isEmpty() && report.libraries().stream().allMatch(UcodeCommand::linksSomewhere)
                ? 0
                : 1;
    }

    /** A library is made for one architecture, and a bare file does not say for which. */
    private static boolean linksSomewhere(LibraryView library) {
        return library.prelink().values().stream().anyMatch(p -> p.status() == 0);
    }
}
