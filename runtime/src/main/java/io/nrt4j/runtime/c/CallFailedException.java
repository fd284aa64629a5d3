package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;

/** Ends a call inside the library; becomes the status that the function returns. */
final class CallFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final NrtStatus status;
    private final boolean worthADump;

    /** @param status what the function returns; whatever is to be said about it is in the log already */
    CallFailedException(NrtStatus status) {
        this(status, true);
    }

    private CallFailedException(NrtStatus status, boolean worthADump) {
        super(status.name(), null, false, false);
        this.status = status;
        this.worthADump = worthADump;
    }

    /** Prints a line and makes what ends the call. */
    static CallFailedException logged(Nlog nlog, NrtStatus status, LogMessage message, Object... args) {
        nlog.log(message, args);
        return new CallFailedException(status);
    }

    /** The end of a call after which no infodump is printed. */
    static CallFailedException withoutDump(NrtStatus status) {
        return new CallFailedException(status, false);
    }

    NrtStatus status() {
        return status;
    }

    /** Whether the infodump may follow. */
    boolean isWorthADump() {
        return worthADump;
    }
}
