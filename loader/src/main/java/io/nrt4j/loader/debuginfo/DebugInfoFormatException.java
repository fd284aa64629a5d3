package io.nrt4j.loader.debuginfo;

/** A debug-info member that is no message of its format. Debug info never decides over a load; whoever reads it goes on without. */
public final class DebugInfoFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    DebugInfoFormatException(String message) {
        super(message);
    }

    DebugInfoFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
