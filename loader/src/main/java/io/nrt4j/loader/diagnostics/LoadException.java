package io.nrt4j.loader.diagnostics;

import java.util.List;

/**
 * The one exception that a bad NEFF, a bad option or a full device leads to.
 *
 * <p>Its message is the log line of the check that failed, so it says what was expected, what was found and where.
 * {@link RuntimeAbortException} is the case in which the real library does not return at all.
 */
public sealed class LoadException extends RuntimeException permits RuntimeAbortException {
    private static final long serialVersionUID = 1L;

    private final NrtStatus status;
    private final LoadStage stage;
    private final transient List<LogRecord> records;

    /**
     * @param status the status that the C API returns
     * @param stage where the load ended
     * @param message the leaf log line
     * @param records every record up to and including the leaf line
     */
    public LoadException(NrtStatus status, LoadStage stage, String message, List<LogRecord> records) {
        super(message);
        this.status = status;
        this.stage = stage;
        this.records = List.copyOf(records);
    }

    /** The status that the C API returns for this failure; never {@link NrtStatus#NRT_SUCCESS}. */
    public NrtStatus status() {
        return status;
    }

    /** The stage in which the load ended. */
    public LoadStage stage() {
        return stage;
    }

    /** The records up to the leaf line, without the cascade that follows it. */
    public List<LogRecord> records() {
        return records == null ? List.of() : records;
    }
}
