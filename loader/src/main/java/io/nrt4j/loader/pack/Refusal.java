package io.nrt4j.loader.pack;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;

/** Input that the packager does not take. The texts are the emulator's own: the real packager asserts. */
final class Refusal {
    private Refusal() {}

    /** A text of the packager. */
    static LogMessage message(String function, String template) {
        return LogMessage.error("PACK", function, template);
    }

    /** The exception that says so; the caller throws it. */
    static LoadException of(LogMessage message, Object... args) {
        return Nlog.silent().fail(NrtStatus.NRT_INVALID, LoadStage.ARCHIVE, message, args);
    }
}
