package io.nrt4j.loader.ucode;

import io.nrt4j.hal.q7.UcodeLog;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;

/** The provider's lines in the runtime's log. Source: q7.md §8. */
final class ProviderLog {
    private static final LogMessage FAILURE = LogMessage.error("TDRV", "nrtucode_log", "%s");
    private static final LogMessage PROGRESS = LogMessage.debug("TDRV", "nrtucode_log", "%s");

    private ProviderLog() {}

    static UcodeLog to(Nlog nlog) {
        return (level, message) -> nlog.log(level == UcodeLog.ERROR ? FAILURE : PROGRESS, message);
    }
}
