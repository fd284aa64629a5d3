package io.nrt4j.hal.engine.sequencer;

import io.nrt4j.hal.EngineType;

/**
 * What an engine tells the host.
 *
 * @param core the core, counted over the cores of the machine
 * @param engine the engine
 * @param programCounter device address of the slot
 * @param subject what it is about
 * @param code PROGRESS: the slot's hint; BOUND_CHECK: the custom sub-id; NUMERICAL_ERROR: the hardware's error type
 */
public record Notification(int core, EngineType engine, long programCounter, Subject subject, int code) {
    /** What notifications are about. */
    public enum Subject {
        /** A NOTIFY slot. Source: image-assembly.md §6, §14 for the hints. */
        PROGRESS,
        /** An index or offset beyond its bound. Source: exec.md §4, custom sub-ids. */
        BOUND_CHECK,
        /** A value that is no number. Source: exec.md §4.2. */
        NUMERICAL_ERROR
    }

    /** Hint of an inference's start. */
    public static final int START = 2;
    /** Hint of an inference's end. */
    public static final int END = 3;
    /** Hint of a model switch's start. */
    public static final int SWITCH_START = 7;
    /** Hint of a model switch's end. */
    public static final int SWITCH_END = 8;
    /** Hardware error type of a NaN. */
    public static final int NAN = 1;

    /** Whether an engine has finished an inference. */
    public boolean isEnd() {
        return subject == Subject.PROGRESS && code == END;
    }
}
