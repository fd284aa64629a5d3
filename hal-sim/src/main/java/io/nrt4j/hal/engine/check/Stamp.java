package io.nrt4j.hal.engine.check;

/** What an actor knew at a moment: a vector clock that shares what the actor learnt from others. */
final class Stamp {
    private final int actor;
    private final int time;
    private final int[] learnt;

    /**
     * @param actor number of the actor
     * @param time the actor's own time, from 1
     * @param learnt times of other actors, by their number; shorter than the number of actors where the rest is 0; never
     *     changed
     */
    Stamp(int actor, int time, int[] learnt) {
        this.actor = actor;
        this.time = time;
        this.learnt = learnt;
    }

    int actor() {
        return actor;
    }

    int time() {
        return time;
    }

    /** Not to be changed. */
    int[] learnt() {
        return learnt;
    }

    /** Whether everything up to an actor's time happened before this moment. */
    boolean knows(int other, int when) {
        return other == actor ? when <= time : other < learnt.length && when <= learnt[other];
    }
}
