package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogRecord;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The line format of nlog: {@code TIMESTAMP " %5d:%-5d %5s %5s:%-40s" MESSAGE}.
 *
 * <p>Nothing separates the function column from the message: a name of 40 or more characters runs into it. Source:
 * errors.md §1.1.
 *
 * @param fractionDigits digits of the seconds' fraction: 6 (microseconds) since 2024, 4 (milliseconds) before
 */
public record NlogFormat(int fractionDigits) {
    /** The format of every runtime since 2024. */
    public static final NlogFormat MICROSECONDS = new NlogFormat(6);

    private static final DateTimeFormatter WITH_MICROSECONDS =
            DateTimeFormatter.ofPattern("yyyy-MMM-dd HH:mm:ss.SSSSSS", Locale.ENGLISH);
    // The old runtimes print the milliseconds with %04d.
    private static final DateTimeFormatter WITH_MILLISECONDS =
            DateTimeFormatter.ofPattern("yyyy-MMM-dd HH:mm:ss.'0'SSS", Locale.ENGLISH);
    private static final int FUNCTION_WIDTH = 40;
    private static final int MAX_BYTES = 1023;

    /** One record as one line, without the final line feed. */
    public String line(LogRecord record, LocalDateTime when, long pid, long tid) {
        return (fractionDigits == 6 ? WITH_MICROSECONDS : WITH_MILLISECONDS).format(when) + " "
                + lineWithoutTime(record, pid, tid);
    }

    /** The same for sinks that have a clock of their own. */
    public static String lineWithoutTime(LogRecord record, long pid, long tid) {
        StringBuilder out = new StringBuilder(128);
        padLeft(out, Long.toString(pid), 5).append(':');
        padRight(out, Long.toString(tid), 5).append(' ');
        padLeft(out, record.level().name(), 5).append(' ');
        padLeft(out, record.module(), 5).append(':');
        padRight(out, record.function(), FUNCTION_WIDTH);
        return out.append(record.message()).toString();
    }

    /**
     * What a sink of bytes prints of a text: 1023 bytes of each line.
     *
     * <p>Of each line, not of a record: published memory tables are records of several kilobytes (memory.md §9.1).
     */
    public static byte[] cut(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
        String separator = "";
        for (String line : text.split("\n", -1)) {
            byte[] bytes = (separator + line).getBytes(StandardCharsets.UTF_8);
            out.write(bytes, 0, Math.min(bytes.length, MAX_BYTES + separator.length()));
            separator = "\n";
        }
        return out.toByteArray();
    }

    private static StringBuilder padLeft(StringBuilder out, String text, int width) {
        return out.append(" ".repeat(Math.max(0, width - text.length()))).append(text);
    }

    private static StringBuilder padRight(StringBuilder out, String text, int width) {
        return out.append(text).append(" ".repeat(Math.max(0, width - text.length())));
    }
}
