package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;

/** Where an asynchronous request leaves how it ended. Source: nrt-api.md §4.8. */
public abstract sealed class NrtaResult permits NrtaStatus, NrtErrorTracker {
    NrtaResult() {}

    /** A request has ended; called on a thread of the runtime. */
    abstract void completed(Sequence sequence, NrtStatus status);

    /** Refuses what cannot be used in this call. */
    abstract void requireUsable(ApiCall call);
}
