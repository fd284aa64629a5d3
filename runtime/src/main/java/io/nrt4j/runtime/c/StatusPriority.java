package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;

/** Which of several statuses counts. Source: nrt-api.md §1.1. */
final class StatusPriority {
    private static final int FIRST_HARDWARE_ERROR = 1200;

    private StatusPriority() {}

    /** A higher rank wins; within a rank the first one does. */
    static int rank(NrtStatus status) {
        return switch (status) {
            case NRT_SUCCESS -> 0;
            case NRT_HW_ERROR -> 3;
            case NRT_EXEC_UNIT_UNRECOVERABLE -> 4;
            default -> status.code() >= FIRST_HARDWARE_ERROR ? 2 : 1;
        };
    }
}
