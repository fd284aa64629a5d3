package io.nrt4j.loader.diagnostics;

import java.util.List;

/**
 * A load that ends in a failed {@code assert} of the real library, where the whole process gets {@code SIGABRT}.
 *
 * <p>No status is returned there. The emulator keeps the process alive and reports {@link NrtStatus#NRT_FAILURE} in
 * its place; the message is the text that glibc prints on standard error, without a program name. Source: q7.md §1.4,
 * container.md §6.
 */
public final class RuntimeAbortException extends LoadException {
    private static final long serialVersionUID = 1L;

    /**
     * @param stage where the load ended
     * @param sourceFile the {@code __FILE__} of the assertion
     * @param line its {@code __LINE__}
     * @param function its {@code __PRETTY_FUNCTION__}
     * @param expression the asserted expression
     * @param records every record before the assertion; the assertion itself is no log record
     */
    public RuntimeAbortException(
            LoadStage stage, String sourceFile, int line, String function, String expression, List<LogRecord> records) {
        super(
                NrtStatus.NRT_FAILURE,
                stage,
                sourceFile + ":" + line + ": " + function + ": Assertion `" + expression + "' failed.",
                records);
    }
}
