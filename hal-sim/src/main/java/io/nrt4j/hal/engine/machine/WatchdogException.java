package io.nrt4j.hal.engine.machine;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** A program ran longer than its limit. */
public final class WatchdogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<EngineReport> engines;

    WatchdogException(Duration limit, long steps, List<EngineReport> engines) {
        super("not finished after %d ms (%d steps)".formatted(limit.toMillis(), steps)
                + engines.stream().map(EngineReport::toString).collect(Collectors.joining("\n  ", "\n  ", "")));
        this.engines = List.copyOf(engines);
    }

    /** Every engine, in core and engine order. */
    public List<EngineReport> engines() {
        return engines;
    }
}
