package io.nrt4j.hal.engine.check;

import java.util.Arrays;
import java.util.List;

/** The clock of one actor. Source: vector clocks as in the literature on happens-before. */
final class ActorClock {
    private static final int[] NOTHING = {};

    private final int id;
    private int time = 1;
    private int[] learnt = NOTHING;

    ActorClock(int id) {
        this.id = id;
    }

    /** What the actor knows now. */
    Stamp now() {
        return new Stamp(id, time, learnt);
    }

    int id() {
        return id;
    }

    int time() {
        return time;
    }

    /** Whether everything up to an actor's time happened before now. */
    boolean knows(int other, int when) {
        return other == id ? when <= time : other < learnt.length && when <= learnt[other];
    }

    /** Gives what the actor knows to others; what it does from now on is not part of it. */
    Stamp release() {
        Stamp stamp = now();
        time++;
        return stamp;
    }

    /** Learns what others knew. */
    void learn(List<Stamp> stamps) {
        int[] merged = learnt;
        boolean own = false;
        int[] last = NOTHING;
        for (Stamp stamp : stamps) {
            if (stamp.actor() == id || (stamp.actor() < merged.length && stamp.time() <= merged[stamp.actor()])) {
                continue;
            }
            int length = Math.max(merged.length, Math.max(stamp.learnt().length, stamp.actor() + 1));
            if (!own || length > merged.length) {
                merged = Arrays.copyOf(merged, length);
                own = true;
            }
            if (stamp.learnt() != last) {
                last = stamp.learnt();
                for (int i = 0; i < last.length; i++) {
                    merged[i] = Math.max(merged[i], last[i]);
                }
            }
            merged[stamp.actor()] = Math.max(merged[stamp.actor()], stamp.time());
        }
        learnt = merged;
    }
}
