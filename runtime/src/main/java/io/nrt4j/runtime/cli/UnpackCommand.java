package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.pack.PackRecipe;
import io.nrt4j.loader.pack.Unpacker;
import io.nrt4j.loader.pack.WriterDialect;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j unpack}: the members of a NEFF as files. */
@Command(
        name = "unpack",
        mixinStandardHelpOptions = true,
        description = "Writes the members of a NEFF and nrt4j-pack.json, from which `pack` makes the same file again.")
final class UnpackCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The NEFF file.")
    private Path file = Path.of("");

    @Option(
            names = {"-d", "--directory"},
            paramLabel = "DIR",
            description = "Where to write; must be empty or not exist. Default: the file's name without its ending.")
    private @Nullable Path directory;

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path target = directory == null ? byDefault(file) : directory;
        PackRecipe recipe;
        try (ByteSource source = ByteSource.open(file)) {
            recipe = Unpacker.unpack(source, target);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, document(recipe, target));
        } else {
            out.printf("%d members in %s, written by %s%n", recipe.members().size(), target, dialect(recipe));
            recipe.differences()
                    .forEach(difference -> out.printf("pack will not give the same file: %s%n", difference));
        }
        return 0;
    }

    private static Path byDefault(Path file) {
        String name = file.toAbsolutePath().getFileName().toString();
        return Path.of(name.endsWith(".neff") ? name.substring(0, name.length() - ".neff".length()) : name + ".d");
    }

    private static String dialect(PackRecipe recipe) {
        return recipe.dialect().map(WriterDialect::label).orElse("an unknown packager");
    }

    private ObjectNode document(PackRecipe recipe, Path target) {
        ObjectNode document = JsonOutput.mapper()
                .createObjectNode()
                .put("file", file.toString())
                .put("directory", target.toString())
                .put("dialect", recipe.dialect().map(WriterDialect::label).orElse(null))
                .put("reproducible", recipe.isExact());
        ArrayNode differences = document.putArray("differences");
        recipe.differences().forEach(differences::add);
        ArrayNode members = document.putArray("members");
        recipe.members().forEach(member -> members.add(member.entry().name()));
        return document;
    }
}
