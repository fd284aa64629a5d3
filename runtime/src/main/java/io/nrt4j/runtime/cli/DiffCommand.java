package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.pack.diff.Difference;
import io.nrt4j.loader.pack.diff.NeffDiff;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j diff}: what two NEFFs differ in. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = {
            "Compares two NEFFs by meaning: header fields, members, variables, queues, instructions per engine.",
            "Exit code 0 when they mean the same, 1 when they differ or cannot be read."
        })
final class DiffCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A", description = "The first file.")
    private Path left = Path.of("");

    @Parameters(index = "1", paramLabel = "B", description = "The second file.")
    private Path right = Path.of("");

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<Difference> differences;
        try (ByteSource a = ByteSource.open(left);
                ByteSource b = ByteSource.open(right)) {
            differences = NeffDiff.compare(a, b);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, document(differences));
        } else {
            differences.forEach(d -> out.printf("%s: %s: %s | %s%n", d.area(), d.what(), d.left(), d.right()));
            out.println(differences.isEmpty() ? "no difference" : differences.size() + " differences");
        }
        return differences.isEmpty() ? 0 : 1;
    }

    private ObjectNode document(List<Difference> differences) {
        ObjectNode document = JsonOutput.mapper()
                .createObjectNode()
                .put("left", left.toString())
                .put("right", right.toString())
                .put("same", differences.isEmpty());
        ArrayNode list = document.putArray("differences");
        differences.forEach(
                difference -> list.add((ObjectNode) JsonOutput.mapper().valueToTree(difference)));
        return document;
    }
}
