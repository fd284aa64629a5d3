package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.runtime.config.RuntimeConfiguration;

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

    /**
     * The log of a process.
     *
     * @param format the line format of the emulated runtime
     */
    public static RuntimeLog of(
            RuntimeConfiguration configuration, NlogFormat format, ConsoleLog.Stream out, ConsoleLog.Stream err) {
        // The daemon is looked for when there is something to tell it.
        return new RuntimeLog(
                LogRules.of(configuration),
                new ConsoleLog(out, err, format),
                record -> SystemLog.local().accept(record));
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
