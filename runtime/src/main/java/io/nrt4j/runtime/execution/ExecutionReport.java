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
}
