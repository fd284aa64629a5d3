package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.sequencer.Actor;

/** A transfer that an engine issued and that its descriptor generator carries out later. */
interface TransferTask {
    /** What it does, for traces. */
    String describe();

    /** Moves the bytes and signals completion; gives the number of bytes moved. */
    long run(Actor actor);
}
