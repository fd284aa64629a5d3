package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.sequencer.Actor;

/**
 * A transfer that an engine issued and that its descriptor generator carries out later: one that may be long in pieces,
 * so that a watchdog is heard meanwhile.
 */
interface TransferTask {
    /** Bytes of a piece, about: large enough to cost little, small enough that a watchdog is heard. */
    int PIECE = 1 << 20;

    /** What kind of step it is for {@link io.nrt4j.hal.engine.sequencer.ExecutionMonitor#transferring}. */
    String describe();

    /** Moves the next piece; gives whether it was the last. */
    boolean advance(Actor actor);

    /** Bytes moved so far, on the source side. */
    long bytes();

    /** Signals completion. */
    void complete(Actor actor);
}
