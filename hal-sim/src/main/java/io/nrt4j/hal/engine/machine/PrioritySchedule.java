package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.sequencer.Actor;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The ready actor that is highest in a random order of preference.
 *
 * <p>Finds missing waits that uniform choice misses: one engine or the DMAs run far ahead or lag far behind. Source:
 * exec-corpus.md §6.
 */
final class PrioritySchedule implements Schedule {
    private static final double CHANGE = 0.002;

    private final SplittableRandom random;
    private final Map<Actor, Double> preference = new HashMap<>();

    PrioritySchedule(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Takes a new order. */
    void shuffle() {
        preference.clear();
    }

    @Override
    public int advance(List<Actor> actors) {
        if (random.nextDouble() < CHANGE) {
            shuffle();
        }
        for (Actor actor : actors) {
            preference.computeIfAbsent(actor, a -> random.nextDouble());
        }
        Optional<Actor> first = actors.stream().filter(Actor::isReady).max(Comparator.comparing(preference::get));
        first.ifPresent(Actor::step);
        return first.isPresent() ? 1 : 0;
    }
}
