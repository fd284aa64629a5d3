package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;

/**
 * One call of a function that passed the state guard.
 *
 * @param function its C name
 */
record ApiCall(String function, Session session, Nlog nlog) {
    /** Prints an ERROR of module NRT under the function's name and makes what ends the call. */
    CallFailedException fail(NrtStatus status, String template, Object... args) {
        return fail(status, LogMessage.error("NRT", function, template), args);
    }

    /** As {@link #fail}, of a check after which no infodump comes. Source: errors.md §3 (API checks). */
    CallFailedException refuse(NrtStatus status, String template, Object... args) {
        nlog.log(LogMessage.error("NRT", function, template), args);
        return CallFailedException.withoutDump(status);
    }

    /** Prints a line of an inner function and makes what ends the call. */
    CallFailedException fail(NrtStatus status, LogMessage message, Object... args) {
        return CallFailedException.logged(nlog, status, message, args);
    }

    /** Ends the call without a word: what C programs are punished for by a crash, such as a null pointer. */
    static CallFailedException misuse() {
        return new CallFailedException(NrtStatus.NRT_INVALID);
    }

    /** Refuses a logical core that the runtime does not have. */
    void requireCore(int vnc) {
        if (!session.cores().has(vnc)) {
            throw misuse();
        }
    }
}
