package io.nrt4j.hal.engine.machine;

import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * How long a run may take, and who hears of its progress.
 *
 * @param time wall time; the watchdog of NEURON_RT_EXEC_TIMEOUT
 * @param progress told the number of steps so far, now and then
 */
public record RunLimits(Duration time, LongConsumer progress) {
    /** A limit without reports. */
    public static RunLimits of(Duration time) {
        return new RunLimits(time, steps -> {});
    }
}
