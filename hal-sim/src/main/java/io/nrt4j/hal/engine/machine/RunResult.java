package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.sequencer.Notification;
import java.util.List;

/**
 * A run that came to its end.
 *
 * @param steps steps of all actors
 * @param notifications what the engines told the host, in order
 */
public record RunResult(long steps, List<Notification> notifications) {
    public RunResult {
        notifications = List.copyOf(notifications);
    }
}
