package io.nrt4j.loader.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Checks how a load ended: the status, the stage and the last log line to the letter. */
public final class Failures {
    private Failures() {}

    /** Runs {@code load}, which must end with an ERROR line of {@code module:function}. */
    public static void assertFails(
            ThrowingCallable load, int status, LoadStage stage, String module, String function, String message) {
        LoadException failure = catchThrowableOfType(LoadException.class, load);
        assertThat(failure).as("the load that should fail with: " + message).isNotNull();
        assertThat(failure.records()).last().isEqualTo(new LogRecord(LogLevel.ERROR, module, function, message));
        assertThat(failure).hasMessage(message);
        assertThat(failure.status()).isEqualTo(NrtStatus.fromCode(status).orElseThrow());
        assertThat(failure.stage()).isEqualTo(stage);
    }
}
