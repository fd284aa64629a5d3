package io.nrt4j.loader.diagnostics;

/** The levels of nlog, in rising verbosity. Source: errors.md §1.2. */
public enum LogLevel {
    DISABLED,
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
}
