package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.pack.WriterDialect;
import io.nrt4j.loader.pack.verify.CompilerGeneration;
import io.nrt4j.loader.pack.verify.NeffVerifier;
import io.nrt4j.loader.pack.verify.VerifyCheck;
import io.nrt4j.loader.pack.verify.VerifyReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j verify}: whether a file is what a compiler made. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Checks digest, gzip and tar, says which packager and compilers make such files, and whether packing its "
                    + "members gives the same bytes.",
            "Exit code 0 when nothing is broken or changed; what is merely odd does not count."
        })
final class VerifyCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        VerifyReport report;
        try (ByteSource source = ByteSource.open(file)) {
            report = NeffVerifier.verify(source);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, document(report));
        } else {
            print(out, report);
        }
        return report.isSound() ? 0 : 1;
    }

    private void print(PrintWriter out, VerifyReport report) {
        report.checks()
                .forEach(check -> out.printf("%-4s %-12s %s%n", check.outcome().label(), check.name(), check.text()));
        out.printf("written by    %s%n", dialect(report));
        out.printf(
                "looks like    %s%n",
                report.generation().map(CompilerGeneration::label).orElse("the work of no known compiler"));
        out.printf("packing again %s%n", report.reproducible() ? "gives the same bytes" : "gives other bytes");
        report.differences().forEach(difference -> out.printf("              %s%n", difference));
        out.printf("%s: %s%n", file, report.isSound() ? "sound" : "NOT SOUND");
    }

    private static String dialect(VerifyReport report) {
        return report.dialect().map(WriterDialect::label).orElse("an unknown packager");
    }

    private ObjectNode document(VerifyReport report) {
        ObjectNode document = JsonOutput.mapper()
                .createObjectNode()
                .put("file", file.toString())
                .put("sound", report.isSound())
                .put("digest", report.digest())
                .put("dialect", report.dialect().map(WriterDialect::label).orElse(null))
                .put(
                        "generation",
                        report.generation().map(CompilerGeneration::label).orElse(null))
                .put("tool_version", report.toolVersion().orElse(null))
                .put("reproducible", report.reproducible());
        ArrayNode differences = document.putArray("differences");
        report.differences().forEach(differences::add);
        ArrayNode checks = document.putArray("checks");
        for (VerifyCheck check : report.checks()) {
            checks.addObject()
                    .put("name", check.name())
                    .put("outcome", check.outcome().label())
                    .put("text", check.text());
        }
        return document;
    }
}
