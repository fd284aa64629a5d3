package io.nrt4j.runtime.cli;

import io.nrt4j.hal.engine.machine.Schedule;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.run.NeffRun;
import io.nrt4j.runtime.run.RunArgumentException;
import io.nrt4j.runtime.run.RunReport;
import io.nrt4j.runtime.run.RunRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j run}: executes a NEFF on the simulated engines. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Loads a NEFF, fills its inputs, executes it once and gives its outputs.")
final class RunCommand implements Callable<Integer> {
    private static final String TIMEOUT = "NEURON_RT_EXEC_TIMEOUT";
    /** An emulator may take minutes for what the chip does in one of the runtime's thirty seconds. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @Parameters(paramLabel = "FILE", description = "The NEFF file.")
    private Path file = Path.of("");

    @Option(
            names = "--input",
            paramLabel = "[RANK:]NAME=FILE",
            description = "A .npy file for an input, on all ranks or on one. bfloat16 is read from uint16, 8-bit floats"
                    + " from uint8, both also from what ml_dtypes writes.")
    private List<String> inputs = new ArrayList<>();

    @Option(
            names = "--random",
            paramLabel = "SEED",
            description =
                    "Seed for the inputs that no --input gives: floats in [-1, 1), integers in 0 to 7. Default: 0.")
    private @Nullable Long seed;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Write each output to DIR/NAME.npy; where several ranks run, to DIR/rankR/NAME.npy too.")
    private @Nullable Path outputs;

    @Option(
            names = "--ranks",
            paramLabel = "N",
            description = "Run N ranks at once, on neighbouring logical cores. Default: as many as the NEFF's"
                    + " collectives name.")
    private @Nullable Integer ranks;

    @Option(
            names = "--schedule",
            paramLabel = "fair|random:SEED|priority:SEED",
            description = "In which order engines and transfers act. Default: fair, always the same.")
    private String schedule = "fair";

    @Mixin
    private LoadSettings settings = new LoadSettings();

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        RunReport report = run(request());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, JsonOutput.mapper().valueToTree(report));
        } else {
            RunPage.print(out, report);
            out.flush();
        }
        return report.succeeded() ? 0 : 1;
    }

    private RunReport run(RunRequest request) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try {
            return new NeffRun(request, new Nlog(settings.console(System.err)), note -> err.println("nrt4j: " + note))
                    .run();
        } catch (RunArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private RunRequest request() {
        if (ranks != null && ranks < 1) {
            throw usage("--ranks must be 1 or more");
        }
        inputs.stream().filter(input -> input.indexOf('=') < 0).findFirst().ifPresent(input -> {
            throw usage("--input " + input + " is not NAME=FILE");
        });
        return new RunRequest(
                file,
                settings.loadOptions(),
                Optional.ofNullable(settings.instance),
                Optional.ofNullable(settings.logicalCoreSize)
                        .or(() -> settings.environment().logicalCoreSize()),
                settings.cores.start(),
                ranks == null ? OptionalInt.empty() : OptionalInt.of(ranks),
                inputs,
                seed == null ? 0 : seed,
                Optional.ofNullable(outputs),
                execution(),
                schedule);
    }

    private ExecutionOptions execution() {
        requireSchedule();
        RuntimeConfiguration environment = settings.environment();
        return ExecutionOptions.DEFAULT
                .withSchedule(() -> Schedule.parse(schedule))
                .withFailOnNan(environment.failsOnNan())
                .withTimeout(environment.variables().containsKey(TIMEOUT) ? environment.executionTimeout() : PATIENCE);
    }

    private void requireSchedule() {
        try {
            Schedule.parse(schedule);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private ParameterException usage(@Nullable String message) {
        return new ParameterException(spec.commandLine(), String.valueOf(message));
    }
}
