package io.nrt4j.loader.diagnostics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The log of one API call: keeps every record and passes each on to a sink at once.
 *
 * <p>Threshold and layout are the sink's business; this class only keeps the order. Safe for use by several threads,
 * as the subgraphs of one NEFF may load in parallel.
 */
public final class Nlog {
    private final LogSink sink;
    private final List<LogRecord> records = Collections.synchronizedList(new ArrayList<>());

    /** A log that passes its records on to {@code sink}. */
    public Nlog(LogSink sink) {
        this.sink = sink;
    }

    /** A log that only keeps its records. */
    public static Nlog silent() {
        return new Nlog(r -> {});
    }

    /** Prints {@code message} filled with {@code args}. */
    public void log(LogMessage message, Object... args) {
        log(message.with(args));
    }

    /** Prints a record made elsewhere. */
    public void log(LogRecord record) {
        records.add(record);
        sink.accept(record);
    }

    /**
     * Prints {@code message} and makes the exception that ends the load with it; the caller throws it.
     *
     * @param status the status that the C API returns
     * @param stage where the load ended
     */
    public LoadException fail(NrtStatus status, LoadStage stage, LogMessage message, Object... args) {
        LogRecord record = message.with(args);
        log(record);
        return new LoadException(status, stage, record.message(), records());
    }

    /** A snapshot of the records so far. */
    public List<LogRecord> records() {
        synchronized (records) {
            return List.copyOf(records);
        }
    }
}
