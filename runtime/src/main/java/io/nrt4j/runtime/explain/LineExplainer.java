package io.nrt4j.runtime.explain;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the texts that a line from a log can be. Source of the line format: errors.md §1.1. */
public final class LineExplainer {
    /** A whole console line, or one from syslog, which has no timestamp. */
    private static final Pattern LINE =
            Pattern.compile("(?s).*?\\d+:\\d+\\s+(?:ERROR|WARN|INFO|DEBUG|TRACE)\\s+(\\w+):(\\S.*)");
    /** What the runtime's own documentation and reports shorten a line to. */
    private static final Pattern SHORT_LINE = Pattern.compile("(?s)\\s*([A-Z]{2,5}):([a-z]\\w+)\\s+(.*)");

    /** A line of RT 1.x. Source: errors.md §1.4. */
    private static final Pattern SERVICE_LINE = Pattern.compile("(?s).*?\\[([A-Z]{2,5}):([a-z]\\w+)]\\s+(.*)");

    private static final Pattern COLOUR = Pattern.compile("\\x1B\\[[0-9;]*m");
    private static final Pattern CONVERSION = Pattern.compile("%[-0#+ ]*\\d*(?:\\.\\d+)?(?:ll|l|z|hh|h)?[a-zA-Z]");
    /** A text with fewer letters of its own says nothing about a line that does not name its function. */
    private static final int FEWEST_LITERALS = 4;

    private static final int FUNCTION_WIDTH = 40;
    /** Ends a text of the catalogue whose end differs, or is not known. */
    private static final String REST = "%s";

    private final List<KnownMessage> messages;
    private final List<Explanation> explanations;

    public LineExplainer(MessageCatalogue catalogue, List<Explanation> explanations) {
        this.messages = catalogue.messages();
        this.explanations = List.copyOf(explanations);
    }

    /**
     * A text that fits a line.
     *
     * @param text its template
     * @param check the constant and where it is printed; empty for a text that only other versions print
     */
    public record Match(String text, Optional<KnownMessage> check, Explanation explanation) {}

    /** All texts that the line can be, the most specific first; empty for a line that is no text of the runtime. */
    public List<Match> explain(String line) {
        String text = COLOUR.matcher(line).replaceAll("").strip();
        String message = message(text);
        List<Match> matches = new ArrayList<>();
        for (KnownMessage known : messages) {
            Optional<String> behindName = behindName(text, known.message());
            if (fits(known.message(), message, behindName.isPresent())
                    || behindName
                            .filter(rest -> fits(known.message(), rest, true))
                            .isPresent()) {
                matches.add(new Match(known.message().template(), Optional.of(known), explanationOf(known.message())));
            }
        }
        for (Explanation entry : explanations) {
            boolean found = matches.stream().anyMatch(m -> m.explanation().equals(entry));
            if (!found && fits(asMessage(entry.text()), message, false)) {
                matches.add(new Match(entry.text(), Optional.empty(), entry));
            }
        }
        matches.sort(Comparator.comparingInt((Match m) -> literals(m.text())).reversed());
        return matches;
    }

    /** What follows the text's module and function in the line; a name that fills its column has no blank behind it. */
    private static Optional<String> behindName(String line, LogMessage known) {
        String name = known.module() + ":" + known.function();
        int at = line.indexOf(name);
        return known.function().isEmpty() || at < 0
                ? Optional.empty()
                : Optional.of(line.substring(at + name.length()).strip());
    }

    private Explanation explanationOf(LogMessage message) {
        return explanations.stream()
                .filter(e -> e.text().equals(message.template()))
                .findFirst()
                .or(() -> explanations.stream()
                        .filter(e -> beginsAs(e.text(), message.template()))
                        .findFirst())
                .orElseGet(() -> Explanation.unpublished(message));
    }

    /** Whether the text leaves its end open, and the template begins as it does. */
    private static boolean beginsAs(String text, String template) {
        return text.endsWith(REST) && template.startsWith(text.substring(0, text.length() - REST.length()));
    }

    /** @param named whether the line names the module and the function that print the text */
    private static boolean fits(LogMessage known, String message, boolean named) {
        return (named || literals(known.template()) >= FEWEST_LITERALS)
                && asMessage(known.template().strip())
                        .pattern()
                        .matcher(message)
                        .matches();
    }

    private static LogMessage asMessage(String template) {
        return new LogMessage(LogLevel.ERROR, "", "", template);
    }

    private static int literals(String template) {
        return CONVERSION.matcher(template).replaceAll("").strip().length();
    }

    /** The part behind the function column; the whole line if it has no columns. */
    private static String message(String line) {
        Matcher whole = LINE.matcher(line);
        if (whole.matches()) {
            String rest = whole.group(2);
            return rest.length() > FUNCTION_WIDTH
                    ? rest.substring(FUNCTION_WIDTH).strip()
                    : rest.replaceFirst("^\\S+\\s+", "");
        }
        return Stream.of(SHORT_LINE, SERVICE_LINE)
                .map(pattern -> pattern.matcher(line))
                .filter(Matcher::matches)
                .map(brief -> brief.group(3))
                .findFirst()
                .orElse(line);
    }
}
