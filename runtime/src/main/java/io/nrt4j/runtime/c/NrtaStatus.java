package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The caller's {@code NRT_STATUS} that a request writes when it ends, since 2.31. Source: nrt-api.md §4.8.
 *
 * <p>Seen by all threads.
 */
public final class NrtaStatus extends NrtaResult {
    private volatile @Nullable NrtStatus value;

    /** How the request ended; empty while it has not. */
    public Optional<NrtStatus> value() {
        return Optional.ofNullable(value);
    }

    @Override
    void completed(Sequence sequence, NrtStatus status) {
        value = status;
    }

    @Override
    void requireUsable(ApiCall call) {
        call.session().requireSince("the status of an asynchronous request", 2, 31);
    }
}
