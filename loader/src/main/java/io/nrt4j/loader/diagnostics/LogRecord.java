package io.nrt4j.loader.diagnostics;

/**
 * One line of the runtime's log, without its timestamp and process ids.
 *
 * @param level the severity
 * @param module the short module name, such as {@code NEFF} or {@code TDRV}
 * @param function the C function that prints it
 * @param message the text; may hold line feeds (a table is one record)
 */
public record LogRecord(LogLevel level, String module, String function, String message) {}
