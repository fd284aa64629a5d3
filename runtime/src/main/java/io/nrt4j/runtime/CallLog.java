package io.nrt4j.runtime;

import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Keeps the records of each call apart, by its thread, and makes exceptions of statuses. */
final class CallLog implements LogSink {
    private final LogSink next;

    @SuppressWarnings("ThreadLocalUsage") // runtimes in one JVM share nothing
    private final ThreadLocal<List<LogRecord>> current = new ThreadLocal<>();

    /** @param next receives every record as it comes */
    CallLog(LogSink next) {
        this.next = next;
    }

    @Override
    public void accept(LogRecord record) {
        List<LogRecord> records = current.get();
        if (records != null) {
            records.add(record);
        }
        next.accept(record);
    }

    /**
     * Makes a call.
     *
     * @param function the C function that it calls
     * @param stage where a load ended, if it did
     * @throws NrtException for any status but NRT_SUCCESS
     */
    void run(String function, Supplier<Optional<LoadStage>> stage, Supplier<NrtStatus> call) {
        List<LogRecord> records = new ArrayList<>();
        current.set(records);
        try {
            NrtStatus status = call.get();
            if (status != NrtStatus.NRT_SUCCESS) {
                throw new NrtException(status, function, stage.get().orElse(null), records);
            }
        } finally {
            current.remove();
        }
    }
}
