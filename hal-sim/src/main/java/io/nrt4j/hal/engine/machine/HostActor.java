package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.sequencer.Actor;

/** The host, where it touches a device between two runs. */
enum HostActor implements Actor {
    INSTANCE;

    @Override
    public int core() {
        return -1;
    }

    @Override
    public String label() {
        return "host";
    }

    @Override
    public boolean isReady() {
        return false;
    }

    @Override
    public void step() {
        throw new IllegalStateException("the host takes no steps");
    }
}
