package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.LogSink;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * Prints every record that it gets: ERROR to one stream, the rest to another, in colour where a stream is a terminal.
 *
 * <p>Source: errors.md §1.1 (format, streams, colours).
 */
public final class ConsoleLog implements LogSink {
    private static final String BRIGHT_RED = "\u001B[91m";
    private static final String BRIGHT_MAGENTA = "\u001B[95m";
    private static final String RESET = "\u001B[0m";
    private static final long PID = ProcessHandle.current().pid();

    private final Stream out;
    private final Stream err;
    private final NlogFormat format;

    /**
     * A stream of the process.
     *
     * @param terminal whether it is a terminal, which turns colours on
     */
    public record Stream(PrintStream target, boolean terminal) {}

    /**
     * @param out gets everything but errors
     * @param err gets errors
     * @param format the line format of the emulated runtime
     */
    public ConsoleLog(Stream out, Stream err, NlogFormat format) {
        this.out = out;
        this.err = err;
        this.format = format;
    }

    @Override
    public void accept(LogRecord record) {
        // On Linux a process's first thread has the process id as its thread id; the JVM offers no other number.
        String text = format.line(record, LocalDateTime.now(ZoneId.systemDefault()), PID, PID);
        switch (record.level()) {
            case ERROR -> print(err, BRIGHT_RED, text);
            case WARN -> print(out, BRIGHT_MAGENTA, text);
            default -> print(out, "", text);
        }
    }

    /** One write, so that lines of several threads do not mix. */
    private static void print(Stream stream, String colour, String text) {
        boolean coloured = stream.terminal() && !colour.isEmpty();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes(bytes(coloured ? colour : ""));
        line.writeBytes(NlogFormat.cut(text));
        line.writeBytes(bytes(coloured ? RESET + "\n" : "\n"));
        stream.target().write(line.toByteArray(), 0, line.size());
        stream.target().flush();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
