package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.runtime.report.LoadReport;
import io.nrt4j.runtime.report.ReportedLoad;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j check}: loads many files and says which of them do. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Loads many NEFF files, each on a device of its own, and reports which load.")
final class CheckCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PATH", arity = "1..*", description = "NEFF files, or directories to search for *.neff.")
    private List<Path> paths = new ArrayList<>();

    @Mixin
    private LoadSettings settings = new LoadSettings();

    @Option(names = "--jobs", paramLabel = "N", description = "Files to load at the same time. Default: one per CPU.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(names = "--junit", paramLabel = "FILE", description = "Also write the result as a JUnit XML report.")
    private @Nullable Path junit;

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (jobs < 1) {
            throw new ParameterException(spec.commandLine(), "--jobs must be 1 or more");
        }
        List<LoadReport> reports = load(find());
        long loaded = reports.stream().filter(LoadReport::loaded).count();
        long failed = reports.size() - loaded;
        if (junit != null) {
            JUnitReport.write(junit, reports);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, document(reports, loaded, failed));
        } else {
            reports.stream()
                    .filter(r -> !r.loaded())
                    .forEach(r -> out.printf(
                            "%s: %s (%d) in %s: %s%n", r.file(), r.statusName(), r.status(), r.stage(), r.message()));
            out.printf("%d loaded, %d failed%n", loaded, failed);
        }
        return failed == 0 ? 0 : 1;
    }

    private List<Path> find() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                try (Stream<Path> walk = Files.walk(path)) {
                    walk.filter(p -> Files.isRegularFile(p) && p.toString().endsWith(".neff"))
                            .sorted()
                            .forEach(files::add);
                }
            } else {
                files.add(path);
            }
        }
        if (files.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no .neff files under " + paths);
        }
        return files;
    }

    private List<LoadReport> load(List<Path> files) throws IOException, InterruptedException {
        // Many files at once would interleave their lines: the log of each is in its report.
        ReportedLoad load = settings.reportedLoad(r -> {}, (status, function, cores) -> {});
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(jobs, files.size()));
        try (ProgressBar progress = ProgressBar.onTerminal(spec.commandLine().getErr(), files.size())) {
            List<Future<LoadReport>> running = files.stream()
                    .map(file -> pool.submit(() -> {
                        LoadReport report = load.run(file, 1);
                        progress.step(file.toString());
                        return report;
                    }))
                    .toList();
            List<LoadReport> reports = new ArrayList<>();
            for (Future<LoadReport> report : running) {
                reports.add(report.get());
            }
            return reports;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private static ObjectNode document(List<LoadReport> reports, long loaded, long failed) {
        ObjectNode document = JsonOutput.mapper().createObjectNode();
        document.put("loaded", loaded).put("failed", failed);
        ArrayNode files = document.putArray("files");
        for (LoadReport report : reports) {
            ObjectNode file = JsonOutput.mapper().valueToTree(report);
            // Short form: what is long in it can be had from `load`.
            file.remove(List.of("variables", "queues", "log"));
            files.add(file);
        }
        return document;
    }
}
