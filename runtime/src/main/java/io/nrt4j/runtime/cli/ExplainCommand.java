package io.nrt4j.runtime.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.runtime.config.RuntimeVariable;
import io.nrt4j.runtime.config.RuntimeVariables;
import io.nrt4j.runtime.explain.Explanation;
import io.nrt4j.runtime.explain.Explanations;
import io.nrt4j.runtime.explain.KnownMessage;
import io.nrt4j.runtime.explain.LineExplainer;
import io.nrt4j.runtime.explain.LineExplainer.Match;
import io.nrt4j.runtime.explain.MessageCatalogue;
import io.nrt4j.runtime.recipe.Recipe;
import io.nrt4j.runtime.recipe.RecipeBook;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code nrt4j explain}: finds the check behind a log line. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description =
                "Finds the check that prints a log line, and says what it means, what to do and how to reproduce it.")
final class ExplainCommand implements Callable<Integer> {
    /** A line of a cascade has as many recipes as there are errors. */
    private static final int MOST_RECIPES = 3;

    private static final String NO_EFFECT =
            "none here: read by nrt_init, which refuses what cannot be read, and listed in" + " the infodump";

    @Parameters(
            paramLabel = "LINE",
            arity = "1..*",
            description = "A line of the runtime's log, whole or its message; or the name of an environment variable.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--json", description = "Print one JSON document on standard output and nothing else there.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Optional<RuntimeVariable> variable = RuntimeVariables.find(String.join(" ", words));
        if (variable.isPresent()) {
            explain(variable.get());
            return 0;
        }
        LineExplainer explainer = new LineExplainer(MessageCatalogue.scan(), Explanations.all());
        List<Match> matches = explainer.explain(String.join(" ", words));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            JsonOutput.print(out, document(matches));
        } else if (matches.isEmpty()) {
            spec.commandLine().getErr().println("nrt4j: no check of the runtime prints this line");
        } else {
            matches.forEach(match -> print(out, match));
        }
        return matches.isEmpty() ? 1 : 0;
    }

    private void explain(RuntimeVariable variable) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        String kind = variable.kind().name().toLowerCase(Locale.ROOT);
        if (json) {
            ObjectNode node = JsonOutput.mapper().createObjectNode();
            node.put("variable", variable.name()).put("kind", kind);
            variable.defaultText().ifPresent(value -> node.put("default", value));
            variable.effect().ifPresent(effect -> node.put("effect", effect));
            JsonOutput.print(out, node);
            return;
        }
        out.println(variable.name());
        out.printf("  kind:       %s%n", kind);
        out.printf("  default:    %s%n", variable.defaultText().orElse("none, or not published"));
        out.printf("  effect:     %s%n", variable.effect().orElse(NO_EFFECT));
    }

    private static void print(PrintWriter out, Match match) {
        Explanation explanation = match.explanation();
        out.println(match.text());
        match.check().ifPresent(known -> {
            out.printf(
                    "  printed by: %s in %s, %s%n",
                    known.message().function(),
                    known.message().module(),
                    known.message().level());
            out.printf("  check:      %s%n", known.constant());
        });
        explanation.status().ifPresent(status -> out.printf("  status:     %s%n", status));
        out.printf("  versions:   %s%n", explanation.versions());
        out.printf("  means:      %s%n", explanation.meaning());
        out.printf("  do:         %s%n", explanation.advice());
        explanation.limits().ifPresent(limits -> out.printf("  limits:     %s%n", limits));
        for (Recipe recipe : recipes(match)) {
            out.printf("  reproduce:  %s%n", recipe.change());
            out.printf("              %s%n", command(recipe));
        }
    }

    private static List<Recipe> recipes(Match match) {
        LogMessage text = match.check()
                .map(KnownMessage::message)
                .orElseGet(() -> new LogMessage(LogLevel.ERROR, "", "", match.text()));
        return RecipeBook.printing(text.pattern()).stream().limit(MOST_RECIPES).toList();
    }

    private static String command(Recipe recipe) {
        return "nrt4j reproduce " + recipe.id();
    }

    private static ArrayNode document(List<Match> matches) {
        ArrayNode document = JsonOutput.mapper().createArrayNode();
        for (Match match : matches) {
            ObjectNode node = document.addObject().put("text", match.text());
            match.check()
                    .map(KnownMessage::message)
                    .ifPresent(message -> node.put("module", message.module())
                            .put("function", message.function())
                            .put("level", message.level().name()));
            match.check().ifPresent(known -> node.put("check", known.constant()));
            put(node, match.explanation());
            ArrayNode recipes = node.putArray("reproduce");
            recipes(match)
                    .forEach(recipe -> recipes.addObject()
                            .put("id", recipe.id())
                            .put("change", recipe.change())
                            .put("command", command(recipe)));
        }
        return document;
    }

    private static void put(ObjectNode node, Explanation explanation) {
        explanation.status().ifPresent(status -> node.put("status", status));
        node.put("versions", explanation.versions())
                .put("means", explanation.meaning())
                .put("do", explanation.advice());
        explanation.limits().ifPresent(limits -> node.put("limits", limits));
    }
}
