package io.nrt4j.runtime;

import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call of the runtime that failed. Its message names the status and the first ERROR line, which is the cause. */
public final class NrtException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final NrtStatus status;
    private final String function;
    private final @Nullable LoadStage stage;
    private final transient List<LogRecord> records;

    /**
     * A call that failed.
     *
     * @param status what the C API returns; not NRT_SUCCESS
     * @param function the C function
     * @param stage where a load ended; null for other calls
     * @param records the log of the call
     */
    NrtException(NrtStatus status, String function, @Nullable LoadStage stage, List<LogRecord> records) {
        super(function + ": " + status + " (" + status.code() + ")" + cause(records));
        this.status = status;
        this.function = function;
        this.stage = stage;
        this.records = List.copyOf(records);
    }

    /** What the C API returns. */
    public NrtStatus status() {
        return status;
    }

    /** The C function that failed, such as {@code nrt_load}. */
    public String function() {
        return function;
    }

    /** Where a load ended; empty for other calls, and for a load that was refused before its first stage. */
    public Optional<LoadStage> stage() {
        return Optional.ofNullable(stage);
    }

    /** The log of the call, all levels. */
    public List<LogRecord> records() {
        return records == null ? List.of() : records;
    }

    private static String cause(List<LogRecord> records) {
        return records.stream()
                .filter(r -> r.level() == LogLevel.ERROR)
                .findFirst()
                .map(r -> ": " + r.message())
                .orElse("");
    }
}
