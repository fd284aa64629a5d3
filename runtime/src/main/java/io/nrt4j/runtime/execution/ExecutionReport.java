package io.nrt4j.runtime.execution;

import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.time.Duration;
import java.util.List;

/**
 * How a request ended.
 *
 * @param status {@code NRT_SUCCESS}, or one of the statuses with which a request completes but its results are not to be
 *     trusted
 * @param steps steps of all engines, DMA rings and collectives
 * @param elapsed wall time
 * @param notifications what the engines told the host, in order
 */
public record ExecutionReport(NrtStatus status, long steps, Duration elapsed, List<Notification> notifications) {
    public ExecutionReport {
        notifications = List.copyOf(notifications);
    }

    /** The report of a request that came to its end: the notifications say how. */
    static ExecutionReport completed(long steps, Duration elapsed, List<Notification> notifications) {
        return new ExecutionReport(status(notifications), steps, elapsed, notifications);
    }

    /** The same request, had the engines told only this. */
    public ExecutionReport with(List<Notification> told) {
        return completed(steps, elapsed, told);
    }

    /** A request with bound-check or numerical reports completes, and says so. Source: exec.md §4. */
    static NrtStatus status(List<Notification> notifications) {
        NrtStatus status = NrtStatus.NRT_SUCCESS;
        for (Notification notification : notifications) {
            switch (notification.subject()) {
                case PROGRESS -> {}
                case BOUND_CHECK -> status = NrtStatus.NRT_EXEC_OOB;
                case NUMERICAL_ERROR -> {
                    if (status == NrtStatus.NRT_SUCCESS) {
                        status = NrtStatus.NRT_EXEC_COMPLETED_WITH_NUM_ERR;
                    }
                }
            }
        }
        return status;
    }
}
