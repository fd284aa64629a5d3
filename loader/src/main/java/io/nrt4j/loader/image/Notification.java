package io.nrt4j.loader.image;

/** The hints of the notifications that images send. Source: image-assembly.md §14. */
public final class Notification {
    /** An engine of sunda's older images halted for a model switch. */
    public static final int HALTED = 1;

    public static final int INFERENCE_START = 2;
    /** What completion waits for. */
    public static final int INFERENCE_DONE = 3;

    public static final int BOUND_CHECK_FAILED = 6;
    public static final int SWITCH_START = 7;
    public static final int SWITCH_END = 8;

    private Notification() {}
}
