package io.nrt4j.runtime.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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
        description = "Loads, inspects and runs NEFF files on a simulated AWS Neuron device.")
public final class Nrt4j implements Callable<Integer> {
    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    @Spec
    private CommandSpec spec;

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("load", LoadCommand::new);
        commands.put("run", RunCommand::new);
        commands.put("inspect", InspectCommand::new);
        commands.put("disasm", DisasmCommand::new);
        commands.put("check", CheckCommand::new);
        commands.put("verify", VerifyCommand::new);
        commands.put("unpack", UnpackCommand::new);
        commands.put("pack", PackCommand::new);
        commands.put("diff", DiffCommand::new);
        commands.put("ucode", UcodeCommand::new);
        commands.put("metaneff", MetaneffCommand::new);
        commands.put("explain", ExplainCommand::new);
        commands.put("reproduce", ReproduceCommand::new);
        return commands;
    }

    /** Runs one command line and ends the process with its exit code. */
    public static void main(String[] args) {
        LibraryLogging.install();
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exit = commandLine(args).setOut(out).setErr(err).execute(args);
        out.flush();
        err.flush();
        System.exit(exit);
    }

    /**
     * The command line that can run {@code args}; tests give it their own streams.
     *
     * <p>Reading the annotations of every command takes longer than most commands do, so where {@code args} begin with
     * the name of one, only that one is there.
     */
    public static CommandLine commandLine(String... args) {
        CommandLine line = new CommandLine(new Nrt4j());
        Supplier<Object> wanted = args.length == 0 ? null : COMMANDS.get(args[0]);
        if (wanted != null) {
            line.addSubcommand(args[0], wanted.get());
        } else {
            COMMANDS.forEach((name, command) -> line.addSubcommand(name, command.get()));
            line.addSubcommand(new CommandLine.HelpCommand());
        }
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(new OperationFailureHandler());
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return CommandLine.ExitCode.USAGE;
    }
}
