package io.nrt4j.loader.diagnostics;

/** Receives log records in the order in which the runtime prints them. */
@FunctionalInterface
public interface LogSink {
    void accept(LogRecord record);
}
