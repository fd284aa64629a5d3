package io.nrt4j.runtime.c;

import org.jspecify.annotations.Nullable;

/** Handles of tensor sets. Source: nrt-api.md §4.4. */
final class TensorSets {
    private TensorSets() {}

    /** Refuses null, a set that was destroyed, and one of an earlier session. */
    static NrtTensorSet own(ApiCall call, @Nullable NrtTensorSet set) {
        if (set == null || set.isDestroyed() || set.session() != call.session()) {
            throw ApiCall.misuse();
        }
        return set;
    }
}
