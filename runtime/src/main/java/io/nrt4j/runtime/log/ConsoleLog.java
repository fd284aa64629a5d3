package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.LogSink;
import java.io.PrintStream;
import java.time.LocalDateTime;

/**
 * Prints records at or above a threshold as whole lines, in colour where the stream is a terminal.
 *
 * <p>Source: errors.md §1.1 (format, colours), §1.2 (threshold ERROR by default).
 */
public final class ConsoleLog implements LogSink {
    private static final String BRIGHT_RED = "\u001B[91m";
    private static final String BRIGHT_MAGENTA = "\u001B[95m";
    private static final String RESET = "\u001B[0m";
    private static final long PID = ProcessHandle.current().pid();

    private final PrintStream out;
    private final LogLevel threshold;
    private final NlogFormat format;
    private final boolean terminal;

    /**
     * @param out where the lines go
     * @param threshold the most verbose level that is printed
     * @param format the line format of the emulated runtime
     * @param terminal whether {@code out} is a terminal, which turns colours on
     */
    public ConsoleLog(PrintStream out, LogLevel threshold, NlogFormat format, boolean terminal) {
        this.out = out;
        this.threshold = threshold;
        this.format = format;
        this.terminal = terminal;
    }

    @Override
    public void accept(LogRecord record) {
        if (record.level().compareTo(threshold) > 0) {
            return;
        }
        // On Linux a process's first thread has the process id as its thread id; the JVM offers no other number.
        String line = format.line(record, LocalDateTime.now(java.time.ZoneId.systemDefault()), PID, PID);
        out.println(coloured(record.level(), line));
    }

    private String coloured(LogLevel level, String line) {
        if (!terminal) {
            return line;
        }
        return switch (level) {
            case ERROR -> BRIGHT_RED + line + RESET;
            case WARN -> BRIGHT_MAGENTA + line + RESET;
            default -> line;
        };
    }
}
