package io.nrt4j.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs the benchmarks as JMH's own main class does, with the same arguments, then sets every figure beside that of the
 * peer, which did the same work in the same run.
 *
 * <p>A peer is a benchmark method of the same class whose name begins with {@value #PEER}.
 */
public final class SideBySide {
    private static final String PEER = "peer";

    private SideBySide() {}

    /**
     * Runs what the arguments name.
     *
     * @param arguments those of {@code org.openjdk.jmh.Main}: patterns of names, {@code -p file=…}, {@code -prof gc}
     */
    public static void main(String[] arguments) throws CommandLineOptionException, RunnerException, IOException {
        CommandLineOptions options = new CommandLineOptions(arguments);
        if (options.shouldHelp()) {
            options.showHelp();
            return;
        }
        Runner runner = new Runner(options);
        if (options.shouldList()) {
            runner.list();
            return;
        }
        report(runner.run());
    }

    private static void report(Collection<RunResult> results) {
        Map<String, List<RunResult>> sameWork = new LinkedHashMap<>();
        for (RunResult result : results) {
            sameWork.computeIfAbsent(work(result), w -> new ArrayList<>()).add(result);
        }
        sameWork.forEach((work, figures) -> figures.stream()
                .filter(SideBySide::isPeer)
                .forEach(peer -> figures.stream()
                        .filter(f -> !isPeer(f))
                        .forEach(own -> System.out.printf(
                                "%s: %s runs at %.2f of the rate of %s (%.3f and %.3f %s)%n",
                                work, method(own), rate(own) / rate(peer), method(peer), score(own), score(peer), unit(own)))));
    }

    /** Class and parameters of a benchmark. */
    private static String work(RunResult result) {
        String name = result.getParams().getBenchmark();
        StringBuilder text = new StringBuilder(name.substring(0, name.lastIndexOf('.')).replaceFirst(".*\\.", ""));
        for (String key : result.getParams().getParamsKeys()) {
            text.append(' ').append(result.getParams().getParam(key));
        }
        return text.toString();
    }

    private static boolean isPeer(RunResult result) {
        return method(result).startsWith(PEER);
    }

    private static String method(RunResult result) {
        String name = result.getParams().getBenchmark();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static double score(RunResult result) {
        return result.getPrimaryResult().getScore();
    }

    private static String unit(RunResult result) {
        return result.getPrimaryResult().getScoreUnit();
    }

    /** Work per time, whichever way round the benchmark counts. */
    private static double rate(RunResult result) {
        return unit(result).endsWith("/op") ? 1 / score(result) : score(result);
    }
}
