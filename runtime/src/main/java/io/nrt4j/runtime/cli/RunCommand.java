package io.nrt4j.runtime.cli;

import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.hal.engine.machine.Schedule;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.run.NeffRun;
import io.nrt4j.runtime.run.RunArgumentException;
import io.nrt4j.runtime.run.RunReport;
import io.nrt4j.runtime.run.RunRequest;
import io.nrt4j.runtime.run.RunRequest.Inputs;
import io.nrt4j.runtime.run.RunRequest.Recording;
import io.nrt4j.runtime.run.RunRequest.References;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Write a trace for Perfetto or chrome://tracing: a track per engine and DMA ring, a counter per"
                            + " semaphore. A step of the emulator is shown as a microsecond.")
    private @Nullable Path trace;

    @Option(
            names = "--profile",
            description = "Count instructions by engine and opcode, operations of the matrix engine, bytes by queue.")
    private boolean profile;

    @Option(
            names = "--check",
            paramLabel = "races|uninitialised",
            split = ",",
            converter = CheckConverter.class,
            description = "Stop at two accesses to a byte that nothing orders, or at a read of what nothing wrote.")
    private Set<MachineCheck> checks = EnumSet.noneOf(MachineCheck.class);

    @Option(
            names = "--exact-activations",
            description = "Compute activation functions mathematically instead of from the tables of the NEFF.")
    private boolean exactActivations;

    @Option(
            names = "--compare",
            paramLabel = "[[RANK:]NAME=]FILE",
            description = "A .npy file with what an output should be; the exit code is 1 if an element differs by more"
                    + " than atol + rtol * |expected|.")
    private List<String> references = new ArrayList<>();

    @Option(names = "--rtol", paramLabel = "R", description = "Relative tolerance. Default: ${DEFAULT-VALUE}.")
    private double relative = 1e-5;

    @Option(names = "--atol", paramLabel = "A", description = "Absolute tolerance. Default: ${DEFAULT-VALUE}.")
    private double absolute = 1e-8;

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
        try (RunProgress progress = new RunProgress(err)) {
            RunRequest watched = request.withExecution(request.execution().withProgress(progress::steps));
            LogSink console = settings.console(System.err);
            return new NeffRun(
                            watched,
                            new Nlog(console),
                            note -> err.println("nrt4j: " + note),
                            new CommandInfoDump(settings, SimulatedDriver::of, console)::failed)
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
                settings::fittingDevice,
                ranks == null ? OptionalInt.empty() : OptionalInt.of(ranks),
                new Inputs(inputs, seed == null ? 0 : seed),
                Optional.ofNullable(outputs),
                new References(references, relative, absolute),
                new Recording(Optional.ofNullable(trace), profile),
                execution(),
                schedule);
    }

    private ExecutionOptions execution() {
        requireSchedule();
        RuntimeConfiguration environment = settings.environment();
        return ExecutionOptions.DEFAULT
                .withSchedule(() -> Schedule.parse(schedule))
                .withFailOnNan(environment.failsOnNan())
                .withExactActivations(exactActivations)
                .withChecks(checks)
                .withTimeout(environment.variables().containsKey(TIMEOUT) ? environment.executionTimeout() : PATIENCE);
    }

    private void requireSchedule() {
        try {
            Schedule.parse(schedule);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    static final class CheckConverter implements ITypeConverter<MachineCheck> {
        @Override
        public MachineCheck convert(String text) {
            return switch (text) {
                case "races" -> MachineCheck.RACES;
                case "uninitialised" -> MachineCheck.UNINITIALISED_READS;
                default -> throw new TypeConversionException("'" + text + "' is neither races nor uninitialised");
            };
        }
    }

    private ParameterException usage(@Nullable String message) {
        return new ParameterException(spec.commandLine(), String.valueOf(message));
    }
}
