package io.nrt4j.hal.engine.machine;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Nothing in the machine can go on, and an inference is not finished.
 *
 * <p>Source: exec.md §4.1: a timeout of the real runtime, detected at once.
 */
public final class DeadlockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<EngineReport> engines;
    private final transient List<String> outstanding;
    private final boolean inCollectives;

    DeadlockException(List<EngineReport> engines, List<String> outstanding, boolean inCollectives) {
        super(message(engines, outstanding));
        this.engines = List.copyOf(engines);
        this.outstanding = List.copyOf(outstanding);
        this.inCollectives = inCollectives;
    }

    private static String message(List<EngineReport> engines, List<String> outstanding) {
        String lines = engines.stream().map(EngineReport::toString).collect(Collectors.joining("\n  ", "\n  ", ""));
        String rest = outstanding.isEmpty() ? "" : outstanding.stream().collect(Collectors.joining("\n  ", "\n  ", ""));
        return "deadlock: no engine can advance" + lines + rest;
    }

    /** Every engine, in core and engine order. */
    public List<EngineReport> engines() {
        return engines;
    }

    /** Transfers and collectives that were started and are not complete, one line each. */
    public List<String> outstanding() {
        return outstanding;
    }

    /** Whether what is left are collectives that wait for other ranks (status 1200 instead of 5). */
    public boolean isInCollectives() {
        return inCollectives;
    }
}
