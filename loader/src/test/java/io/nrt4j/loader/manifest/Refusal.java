package io.nrt4j.loader.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One change to a valid model, and the error lines that it leads to.
 *
 * <p>Texts: manifest.md §11 and the sections that each table names; where the sheets leave a text open, it is the
 * emulator's own.
 */
record Refusal(String change, UnaryOperator<SmallModel> edit, List<LogRecord> errors) {
    /** A change that gives one line. */
    static Refusal of(String change, UnaryOperator<SmallModel> edit, String module, String function, String message) {
        return new Refusal(change, edit, List.of(error(module, function, message)));
    }

    /** A change that gives one line of module {@code NEFF}. */
    static Refusal neff(String change, UnaryOperator<SmallModel> edit, String function, String message) {
        return of(change, edit, "NEFF", function, message);
    }

    static LogRecord error(String module, String function, String message) {
        return new LogRecord(LogLevel.ERROR, module, function, message);
    }

    /** A JSON list of {@code count} ones. */
    static String ones(int count) {
        return list("1", count);
    }

    /** A JSON list of {@code count} equal elements. */
    static String list(String element, int count) {
        return "[" + String.join(",", Collections.nCopies(count, element)) + "]";
    }

    /** Makes the change and expects exactly these error lines, and status 2. */
    void verify() {
        LoadException failure = edit.apply(SmallModel.cayman()).failure().orElseThrow();
        assertThat(failure.status()).isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(failure.stage()).isEqualTo(LoadStage.MANIFEST);
        assertThat(failure.records().stream().filter(r -> r.level() == LogLevel.ERROR))
                .containsExactlyElementsOf(errors);
        assertThat(errors).extracting(LogRecord::message).contains(failure.getMessage());
    }

    @Override
    public String toString() {
        return change + " -> " + errors.get(errors.size() - 1).message();
    }
}
