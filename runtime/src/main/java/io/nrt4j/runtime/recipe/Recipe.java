package io.nrt4j.runtime.recipe;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An entry of the error catalogue and how to bring it about.
 *
 * @param id the name of the entry in the catalogue, with a suffix where there are several recipes for one
 * @param source the section of the catalogue, such as {@code errors.md §4 C2}
 * @param change what is done, for a reader
 * @param machine where
 * @param action the same as {@code change}, as a program
 * @param status what the last call returns
 * @param lines what is printed, in order, without the infodump: every line of level ERROR, and whichever others the
 *     entry is about. Each as {@code MODULE:function message}, with {@code WARN }, {@code INFO } or {@code DEBUG }
 *     before it if it is not an ERROR
 */
public record Recipe(
        String id,
        String source,
        String change,
        RecipeMachine machine,
        RecipeAction action,
        NrtStatus status,
        List<String> lines) {
    private static final Pattern LINE =
            Pattern.compile("(?s)(?:(WARN|INFO|DEBUG|TRACE) )?([A-Z]+):([A-Za-z_0-9]+) (.*)");

    public Recipe {
        lines = List.copyOf(lines);
    }

    /** A load on the default machine that ends with a status. */
    static Recipe load(
            String id, String source, String change, NrtStatus status, Supplier<byte[]> neff, String... lines) {
        return new Recipe(
                id, source, change, RecipeMachine.DEFAULT, new RecipeAction.Load(neff), status, List.of(lines));
    }

    /** The same on another machine. */
    Recipe on(RecipeMachine other) {
        return new Recipe(id, source, change, other, action, status, lines);
    }

    /** The lines as records. */
    public List<LogRecord> records() {
        return lines.stream().map(Recipe::record).toList();
    }

    /**
     * The number of the first line whose message fits, from 0; -1 for none. The line of the infodump that names the
     * failure is the last.
     */
    int firstLine(Pattern text) {
        List<LogRecord> all = records();
        for (int i = 0; i < all.size(); i++) {
            if (text.matcher(all.get(i).message()).matches()) {
                return i;
            }
        }
        return dumps() && text.matcher(failure()).matches() ? all.size() : -1;
    }

    /** What the infodump says of the failure, where there {@link #dumps} one. */
    public String failure() {
        return "Failure: " + status + " in " + action.function() + "()";
    }

    private static LogRecord record(String line) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("no line of a log: " + line);
        }
        LogLevel level = m.group(1) == null ? LogLevel.ERROR : LogLevel.valueOf(m.group(1));
        return new LogRecord(level, m.group(2), m.group(3), m.group(4));
    }

    /** Whether the infodump follows. */
    public boolean dumps() {
        return status != NrtStatus.NRT_SUCCESS && action.isDumped();
    }

    /** Runs the recipe on a machine of its own. */
    public RecipeOutcome run() {
        return RecipeRun.of(this);
    }
}
