package io.nrt4j.runtime.cli;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.runtime.config.MachineConditions;
import io.nrt4j.runtime.config.SimulatedDriver;
import io.nrt4j.runtime.report.LoadReport;
import io.nrt4j.runtime.report.ReportedStart;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j load}: takes files through the load spine, each on a device of its own. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        description = "Loads NEFF files on a simulated device, as nrt_load does, and says where everything lies.")
final class LoadCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "NEFF files; each is loaded on a fresh device.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private LoadSettings settings = new LoadSettings();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Load and unload N times; report the best time of each stage.")
    private int repeat = 1;

    @Option(
            names = "--machine",
            paramLabel = "CONDITION",
            description =
                    "Something about the machine that nrt_init trips over: no-device, no-driver-version, driver=2.18,"
                            + " compatibility=2-4, cores-in-use=0-3, hidden-devices=0, unopenable-device, engines-running,"
                            + " timestamps-hang, unreadable-driver, pool-profile-refused, framework-registered.")
    private List<String> conditions = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (repeat < 1) {
            throw new ParameterException(spec.commandLine(), "--repeat must be 1 or more");
        }
        PrintWriter out = spec.commandLine().getOut();
        List<LoadReport> reports = new ArrayList<>();
        for (Path file : files) {
            LoadReport report = load(file);
            reports.add(report);
            if (!json) {
                LoadPage.print(out, report);
                out.flush();
            }
        }
        if (json) {
            JsonOutput.print(out, JsonOutput.mapper().valueToTree(reports));
        }
        return reports.stream().allMatch(LoadReport::loaded) ? 0 : 1;
    }

    private LoadReport load(Path file) throws IOException {
        LogSink console = settings.console(System.err);
        Optional<LoadReport> refused = start().run(file, console);
        if (refused.isPresent()) {
            return refused.get();
        }
        CommandInfoDump dump = new CommandInfoDump(settings, this::machine, console);
        return settings.reportedLoad(console, dump::failed).run(file, repeat);
    }

    private ReportedStart start() {
        return new ReportedStart(
                Optional.ofNullable(settings.instance),
                Optional.ofNullable(settings.logicalCoreSize),
                this::machine,
                settings.profile,
                settings.environment());
    }

    private SimulatedDriver machine(InstanceType type) {
        try {
            return MachineConditions.machine(type, conditions);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }
}
