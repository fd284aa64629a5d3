package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.sequencer.Actor;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One step of a ready actor at a time, in phases: in some every ready actor is as likely as any other, in some one or a
 * few run far ahead and the rest starves.
 *
 * <p>Uniform choice alone does not find every missing wait. Source: exec-corpus.md §6 (second wait of 0xA0).
 */
final class RandomSchedule implements Schedule {
    private static final int LONGEST_PHASE = 4096;

    private final SplittableRandom random;
    private final PrioritySchedule priorities;
    private int remaining;
    private boolean uniform;

    RandomSchedule(long seed) {
        this.random = new SplittableRandom(seed);
        this.priorities = new PrioritySchedule(random.nextLong());
    }

    @Override
    public int advance(List<Actor> actors) {
        if (remaining == 0) {
            remaining = random.nextInt(1, LONGEST_PHASE);
            uniform = random.nextBoolean();
            priorities.shuffle();
        }
        remaining--;
        return uniform ? stepOfAny(actors) : priorities.advance(actors);
    }

    private int stepOfAny(List<Actor> actors) {
        List<Actor> ready = actors.stream().filter(Actor::isReady).toList();
        if (ready.isEmpty()) {
            return 0;
        }
        ready.get(random.nextInt(ready.size())).step();
        return 1;
    }
}
