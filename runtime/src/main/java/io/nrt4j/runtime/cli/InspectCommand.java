package io.nrt4j.runtime.cli;

import io.nrt4j.loader.variable.ScratchpadSettings;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.report.InspectReport;
import io.nrt4j.runtime.report.NeffInspector;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j inspect}: shows what is in a file, as far as it can be read, and what is wrong with it. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = "Shows header, archive, graphs, variables, queues, engines and findings of a NEFF file.")
final class InspectCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file; it need not be a good NEFF, or one at all.")
    private Path file = Path.of("");

    @Option(
            names = "--scratchpad-page",
            paramLabel = "MIB",
            description = "Size of a scratchpad page in MiB, in which the analysis counts. Default: what "
                    + "NEURON_SCRATCHPAD_PAGE_SIZE or NEURON_RT_ONE_TMPBUF_PAGE_SIZE_MB says, else 512.")
    private @Nullable Long scratchpadPage;

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private long pageBytes() {
        long mib = scratchpadPage == null
                ? RuntimeConfiguration.ofProcess().scratchpad().pageSizeMib()
                : scratchpadPage;
        if (!ScratchpadSettings.isPageSize(mib)) {
            throw new ParameterException(spec.commandLine(), "no such scratchpad page: " + mib + " MiB");
        }
        return mib << 20;
    }

    @Override
    public Integer call() throws IOException {
        InspectReport report = NeffInspector.inspect(file, pageBytes());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, JsonOutput.mapper().valueToTree(report));
        } else {
            InspectPage.print(out, report);
        }
        return report.lint().stream().anyMatch(l -> l.severity().equals("error")) ? 1 : 0;
    }
}
