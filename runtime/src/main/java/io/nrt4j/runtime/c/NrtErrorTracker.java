package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.ArrayList;
import java.util.List;

/** {@code nrta_error_tracker_t}: collects the requests that failed, up to 2.30. Source: nrt-api.md §4.8. */
public final class NrtErrorTracker extends NrtaResult {
    private final Session session;
    private final List<NrtaError> errors = new ArrayList<>();
    private boolean destroyed;

    NrtErrorTracker(Session session) {
        this.session = session;
    }

    @Override
    synchronized void completed(Sequence sequence, NrtStatus status) {
        if (status != NrtStatus.NRT_SUCCESS) {
            errors.add(new NrtaError(sequence.value(), status));
        }
    }

    @Override
    synchronized void requireUsable(ApiCall call) {
        if (destroyed || session != call.session()) {
            throw ApiCall.misuse();
        }
    }

    synchronized List<NrtaError> errors() {
        return List.copyOf(errors);
    }

    synchronized void destroy() {
        destroyed = true;
        errors.clear();
    }
}
