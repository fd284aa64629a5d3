package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;

/** Ends a call inside the library; becomes the status that the function returns. */
final class CallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final NrtStatus status;

    /** @param status what the function returns; whatever is to be said about it is in the log already */
    CallFailedException(NrtStatus status) {
        super(status.name(), null, false, false);
        this.status = status;
    }

    NrtStatus status() {
        return status;
    }
}
