package io.nrt4j.runtime.recipe;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a recipe led to.
 *
 * @param status of its last call
 * @param log every record from the first call that belongs to the recipe on
 */
public record RecipeOutcome(NrtStatus status, List<LogRecord> log) {
    private static final String INFODUMP = "nrt_infodump";
    /** The module of lines that no real runtime prints, such as the report of a deadlock. */
    private static final String EMULATOR = "EMU";

    public RecipeOutcome {
        log = List.copyOf(log);
    }

    /**
     * The records of level ERROR, and those that the recipe is about besides; without the infodump, and without what the
     * emulator adds.
     */
    public List<LogRecord> lines(Recipe recipe) {
        Set<LogRecord> expected = recipe.records().stream()
                .filter(r -> r.level() != LogLevel.ERROR)
                .collect(Collectors.toSet());
        return log.stream()
                .filter(r -> !r.function().equals(INFODUMP) && !r.module().equals(EMULATOR))
                .filter(r -> r.level() == LogLevel.ERROR || expected.contains(r))
                .toList();
    }

    /** {@link #lines}, the infodump and what the emulator adds, in the order in which they were printed. */
    public List<LogRecord> shown(Recipe recipe) {
        List<LogRecord> lines = lines(recipe);
        return log.stream()
                .filter(r -> lines.contains(r)
                        || r.function().equals(INFODUMP)
                        || r.module().equals(EMULATOR))
                .toList();
    }

    /** The lines of the infodump after a failure. */
    public List<String> dump() {
        return log.stream()
                .filter(r -> r.function().equals(INFODUMP) && r.level() == LogLevel.ERROR)
                .map(LogRecord::message)
                .toList();
    }
}
