package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.sequencer.Actor;
import java.util.List;

/** Every actor in turn, each until it blocks or has had its share. */
final class FairSchedule implements Schedule {
    /** Steps of one turn: enough to make turns cheap, few enough that no actor waits long. */
    private static final int SHARE = 64;

    @Override
    public int advance(List<Actor> actors) {
        int steps = 0;
        for (Actor actor : actors) {
            for (int i = 0; i < SHARE && actor.isReady(); i++) {
                actor.step();
                steps++;
            }
        }
        return steps;
    }
}
