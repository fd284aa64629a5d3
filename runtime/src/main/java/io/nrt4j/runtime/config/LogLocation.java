package io.nrt4j.runtime.config;

import java.util.Locale;
import java.util.Optional;

/** Where log lines go. Source: errors.md §1.2. */
public enum LogLocation {
    SYSLOG,
    CONSOLE;

    /** The location whose name the text contains, in any case. */
    public static Optional<LogLocation> of(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("syslog")) {
            return Optional.of(SYSLOG);
        }
        return lower.contains("console") ? Optional.of(CONSOLE) : Optional.empty();
    }
}
