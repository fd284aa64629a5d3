package io.nrt4j.runtime;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.List;

/** A call of the runtime that failed. Its message names the status and the first ERROR line, which is the cause. */
public final class NrtException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final NrtStatus status;
    private final String function;
    private final transient List<LogRecord> records;

    /**
     * @param status what the C API returns; not NRT_SUCCESS
     * @param function the C function
     * @param records the log of the call
     */
    NrtException(NrtStatus status, String function, List<LogRecord> records) {
        super(function + ": " + status + " (" + status.code() + ")" + cause(records));
        this.status = status;
        this.function = function;
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
