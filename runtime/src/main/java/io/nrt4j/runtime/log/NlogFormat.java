package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogRecord;
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

    /** One record as one line, without the final line feed. */
    public String line(LogRecord record, LocalDateTime when, long pid, long tid) {
        StringBuilder out = new StringBuilder(128);
        out.append((fractionDigits == 6 ? WITH_MICROSECONDS : WITH_MILLISECONDS).format(when))
                .append(' ');
        padLeft(out, Long.toString(pid), 5).append(':');
        padRight(out, Long.toString(tid), 5).append(' ');
        padLeft(out, record.level().name(), 5).append(' ');
        padLeft(out, record.module(), 5).append(':');
        padRight(out, record.function(), FUNCTION_WIDTH);
        return out.append(record.message()).toString();
    }

    private static StringBuilder padLeft(StringBuilder out, String text, int width) {
        return out.append(" ".repeat(Math.max(0, width - text.length()))).append(text);
    }

    private static StringBuilder padRight(StringBuilder out, String text, int width) {
        return out.append(text).append(" ".repeat(Math.max(0, width - text.length())));
    }
}
