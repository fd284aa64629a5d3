package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.LogSink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * The ERROR lines of one call, which come out as the body of the line that the API function itself prints, most recent
 * first; {@code NEURON_RT_LOG_COALESCING_ENABLED}.
 *
 * <p>The infodump is no error of its own and passes. After the call's end everything does. Source: errors.md §1.3.
 */
final class ErrorStack implements LogSink {
    private static final String API_MODULE = "NRT";
    private static final String GUARD_MODULE = "NLOG";
    private static final String INFODUMP = "nrt_infodump";
    /** Functions of the API's module that are none of the API. */
    private static final Set<String> INNER =
            Set.of("nrt_allocate_neuron_cores", "nrt_config_parse_init_config", "nrt_load_util");

    private final LogSink next;
    private final Deque<String> lines = new ArrayDeque<>();
    private boolean finished;

    ErrorStack(LogSink next) {
        this.next = next;
    }

    @Override
    public synchronized void accept(LogRecord record) {
        boolean passes = finished
                || record.level() != LogLevel.ERROR
                || record.function().equals(INFODUMP);
        if (passes) {
            next.accept(record);
        } else if (record.module().equals(API_MODULE) && !INNER.contains(record.function())) {
            flush(record.module(), record.function(), record.message());
        } else {
            lines.addFirst(record.module() + ":" + record.function() + " " + record.message());
        }
    }

    /** The call ends; a function that printed no line of its own gets one. */
    synchronized void finish(String function) {
        if (!lines.isEmpty()) {
            flush(GUARD_MODULE, function, function + " Generic API Failure");
        }
        finished = true;
    }

    private void flush(String module, String function, String message) {
        StringBuilder text = new StringBuilder(message);
        lines.forEach(line -> text.append("\n\t").append(line));
        lines.clear();
        next.accept(new LogRecord(
                LogLevel.ERROR, module, function, text.append('\n').toString()));
    }
}
