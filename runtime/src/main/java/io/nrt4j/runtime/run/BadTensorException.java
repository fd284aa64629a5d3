package io.nrt4j.runtime.run;

import io.nrt4j.loader.diagnostics.NrtStatus;

/** A tensor cannot be had: its file does not hold what it needs, or memory does not suffice; the message says more. */
final class BadTensorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final NrtStatus status;

    BadTensorException(String message) {
        this(NrtStatus.NRT_INVALID, message);
    }

    BadTensorException(NrtStatus status, String message) {
        super(message);
        this.status = status;
    }

    /** What the runtime would answer. */
    NrtStatus status() {
        return status;
    }
}
