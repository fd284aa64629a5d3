package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.LogSink;

/**
 * The log of the real library: what its environment asks for, on the console or in the system's log.
 *
 * <p>Source: errors.md §1.2.
 */
public final class RuntimeLog implements LogSink {
    private final LogRules rules;
    private final LogSink console;
    private final LogSink systemLog;

    /**
     * @param console receives what goes to the console
     * @param systemLog receives what goes to the system's log
     */
    public RuntimeLog(LogRules rules, LogSink console, LogSink systemLog) {
        this.rules = rules;
        this.console = console;
        this.systemLog = systemLog;
    }

    @Override
    public void accept(LogRecord record) {
        if (!rules.prints(record)) {
            return;
        }
        switch (rules.location(record)) {
            case CONSOLE -> console.accept(record);
            case SYSLOG -> systemLog.accept(record);
        }
    }
}
