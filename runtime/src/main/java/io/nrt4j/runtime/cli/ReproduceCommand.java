package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.runtime.log.NlogFormat;
import io.nrt4j.runtime.recipe.Recipe;
import io.nrt4j.runtime.recipe.RecipeBook;
import io.nrt4j.runtime.recipe.RecipeOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j reproduce}: runs a recipe of the error catalogue. */
@Command(
        name = "reproduce",
        mixinStandardHelpOptions = true,
        description = "Brings an error of the catalogue about: status on standard output, log on standard error. "
                + "Without an id, lists the recipes.")
final class ReproduceCommand implements Callable<Integer> {
    private static final long PID = ProcessHandle.current().pid();

    @Parameters(
            paramLabel = "ID",
            arity = "0..1",
            description = "The recipe, such as A3; explain names the recipes of a line.")
    private @Nullable String id;

    @Option(names = "--neff", paramLabel = "FILE", description = "Also write the recipe's NEFF, for nrt4j load.")
    private @Nullable Path neff;

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /** Succeeds if the recipe does what the catalogue says, which is mostly an error. */
    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        String wanted = id;
        if (wanted == null) {
            list(out);
            return 0;
        }
        Recipe recipe = RecipeBook.find(wanted)
                .orElseThrow(() -> new ParameterException(spec.commandLine(), "no recipe '" + wanted + "'"));
        Path file = neff;
        if (file != null) {
            byte[] content = recipe.action()
                    .neff()
                    .orElseThrow(() -> new ParameterException(spec.commandLine(), wanted + " loads no NEFF"))
                    .get();
            Files.write(file, content);
        }
        RecipeOutcome outcome = recipe.run();
        if (json) {
            JsonOutput.print(out, document(recipe, outcome));
        } else {
            print(out, recipe, outcome);
        }
        boolean asExpected =
                outcome.status() == recipe.status() && outcome.lines(recipe).equals(recipe.records());
        return asExpected ? 0 : 1;
    }

    private void list(PrintWriter out) throws IOException {
        if (json) {
            ArrayNode all = JsonOutput.mapper().createArrayNode();
            RecipeBook.all().forEach(recipe -> all.add(head(recipe)));
            JsonOutput.print(out, all);
            return;
        }
        for (Recipe recipe : RecipeBook.all()) {
            out.printf("%-18s %-32s %s%n", recipe.id(), recipe.status(), recipe.change());
        }
    }

    private void print(PrintWriter out, Recipe recipe, RecipeOutcome outcome) {
        PrintWriter err = spec.commandLine().getErr();
        NlogFormat format = new NlogFormat(recipe.machine().profile().timestampDigits());
        LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
        for (LogRecord record : outcome.shown(recipe)) {
            err.println(format.line(record, now, PID, PID));
        }
        out.printf("%s (%s): %s%n", recipe.id(), recipe.source(), recipe.change());
        out.printf("on %s%n", recipe.machine().options());
        out.printf(
                "%s returns %s (%d)%n",
                recipe.action().function(), outcome.status(), outcome.status().code());
        Path file = neff;
        if (file != null) {
            out.printf("nrt4j load %s %s%n", file, recipe.machine().options());
        }
    }

    private static ObjectNode head(Recipe recipe) {
        return JsonOutput.mapper()
                .createObjectNode()
                .put("id", recipe.id())
                .put("source", recipe.source())
                .put("change", recipe.change())
                .put("machine", recipe.machine().options())
                .put("function", recipe.action().function())
                .put("status", recipe.status().code())
                .put("statusName", recipe.status().name());
    }

    private static ObjectNode document(Recipe recipe, RecipeOutcome outcome) {
        ObjectNode node = head(recipe).put("status", outcome.status().code());
        node.put("statusName", outcome.status().name());
        node.set("log", JsonOutput.mapper().valueToTree(outcome.shown(recipe)));
        return node;
    }
}
