package io.nrt4j.hal.engine.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known to whoever sees a counter at a value: a semaphore, an event, or the items of a stream of work.
 *
 * <p>A wait for a value learns from the updates that made the counter reach it, and from no later ones: those need not
 * have happened. An update that does not count up makes every earlier one part of what any later wait learns.
 */
final class CounterClock {
    private final List<Stamp> floor = new ArrayList<>();
    private final List<Stamp> stamps = new ArrayList<>();
    private final List<Long> values = new ArrayList<>();
    /** By learner: how many of the stamps it knows already. */
    private final Map<Integer, Integer> known = new HashMap<>();

    /** Notes an update. */
    void updated(Stamp by, long before, long after) {
        if (after <= before) {
            floor.addAll(stamps);
            stamps.clear();
            values.clear();
            known.clear();
            floor.add(by);
            prune();
            return;
        }
        stamps.add(by);
        values.add(after);
    }

    /** Of each actor the last stamp knows all of its earlier ones. */
    private void prune() {
        List<Stamp> latest = new ArrayList<>();
        for (int i = floor.size() - 1; i >= 0; i--) {
            Stamp stamp = floor.get(i);
            if (latest.stream().noneMatch(later -> later.knows(stamp.actor(), stamp.time()))) {
                latest.add(stamp);
            }
        }
        floor.clear();
        floor.addAll(latest);
    }

    /** What is known to someone who sees at least a value. */
    void learn(ActorClock learner, long threshold) {
        learner.learn(floor);
        learnUpTo(learner, reaching(threshold));
    }

    /** What is known to someone who sees the present value. */
    void learnAll(ActorClock learner) {
        learner.learn(floor);
        learnUpTo(learner, stamps.size());
    }

    private void learnUpTo(ActorClock learner, int end) {
        int start = known.getOrDefault(learner.id(), 0);
        if (start < end) {
            learner.learn(stamps.subList(start, end));
            known.put(learner.id(), end);
        }
    }

    /** The number of updates it took to reach a value; all if it was not reached. */
    private int reaching(long threshold) {
        int low = 0;
        int high = values.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values.get(middle) < threshold) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return Math.min(low + 1, values.size());
    }
}
