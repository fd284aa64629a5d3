package io.nrt4j.runtime.c;

/** The states of the library. Source: nrt-api.md §3. */
public enum RuntimeState {
    START,
    INIT,
    /** A process that was forked from an initialised one; a JVM does not fork, so only tests come here. */
    CHILD,
    /** Only while {@code nrt_close} is at work. */
    CLOSED;

    /** The name in log lines. */
    public String text() {
        return "NRT_STATE_" + name();
    }
}
