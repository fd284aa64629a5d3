package io.nrt4j.runtime.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command {@code nrt4j}: one subcommand per job.
 *
 * <p>Exit codes: 0 success, 1 the NEFF or the operation failed, 2 wrong usage.
 */
@Command(
        name = "nrt4j",
        mixinStandardHelpOptions = true,
        versionProvider = Nrt4jVersion.class,
        description = "Loads, inspects and runs NEFF files on a simulated AWS Neuron device.",
        subcommands = {
            LoadCommand.class,
            InspectCommand.class,
            CheckCommand.class,
            UcodeCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Nrt4j implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Runs one command line and ends the process with its exit code. */
    public static void main(String[] args) {
        LibraryLogging.install();
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exit = commandLine().setOut(out).setErr(err).execute(args);
        out.flush();
        err.flush();
        System.exit(exit);
    }

    /** The command line with all its subcommands; tests give it their own streams. */
    public static CommandLine commandLine() {
        return new CommandLine(new Nrt4j())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(new OperationFailureHandler());
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return CommandLine.ExitCode.USAGE;
    }
}
