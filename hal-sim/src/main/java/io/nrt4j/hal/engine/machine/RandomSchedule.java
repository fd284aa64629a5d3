package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.sequencer.Actor;
import java.util.List;
import java.util.SplittableRandom;

/** One step of a random ready actor. */
final class RandomSchedule implements Schedule {
    private final SplittableRandom random;

    RandomSchedule(long seed) {
        this.random = new SplittableRandom(seed);
    }

    @Override
    public int advance(List<Actor> actors) {
        List<Actor> ready = actors.stream().filter(Actor::isReady).toList();
        if (ready.isEmpty()) {
            return 0;
        }
        ready.get(random.nextInt(ready.size())).step();
        return 1;
    }
}
