package io.nrt4j.runtime.execution;

import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.loader.diagnostics.NrtStatus;

/** A request that did not end well, with the status that the real runtime would give. */
public final class ExecutionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final NrtStatus status;

    public ExecutionException(NrtStatus status, String message) {
        super(message);
        this.status = status;
    }

    public ExecutionException(NrtStatus status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    public NrtStatus status() {
        return status;
    }

    /** Whether the cores can do nothing more before a reset. Source: exec.md §4.2. */
    public boolean isFatalToSequencer() {
        return getCause() instanceof MachineFaultException fault && fault.kind().isFatalToSequencer();
    }
}
