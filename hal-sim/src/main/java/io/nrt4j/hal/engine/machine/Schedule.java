package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.sequencer.Actor;
import java.util.List;

/**
 * The order in which the actors of a machine act. A schedule may keep state and serves one machine.
 *
 * <p>Real engines run freely, and transfers of different queues complete in any order; a correct program gives the same
 * results under every schedule. Source: isa.md §8, exec-corpus.md §3 item 6.
 */
public interface Schedule {
    /**
     * Lets some ready actors act.
     *
     * @param actors all actors
     * @return the number of steps taken; 0 if no actor was ready
     */
    int advance(List<Actor> actors);

    /** Deterministic: every actor in turn, as far as it comes but no further than a bound. */
    static Schedule fair() {
        return new FairSchedule();
    }

    /** One step of a random ready actor at a time; transfers of different queues complete in any order. */
    static Schedule random(long seed) {
        return new RandomSchedule(seed);
    }

    /** The ready actor that is highest in a random order of preference, which changes now and then: starves the rest. */
    static Schedule priority(long seed) {
        return new PrioritySchedule(seed);
    }

    /**
     * A schedule by its text: {@code fair}, {@code random:SEED} or {@code priority:SEED}.
     *
     * @throws IllegalArgumentException for any other text
     */
    static Schedule parse(String text) {
        String[] parts = text.split(":", 2);
        try {
            return switch (parts[0]) {
                case "fair" -> requireNoSeed(parts, text);
                case "random" -> random(seed(parts));
                case "priority" -> priority(seed(parts));
                default -> throw unknown(text);
            };
        } catch (NumberFormatException e) {
            throw unknown(text);
        }
    }

    private static Schedule requireNoSeed(String[] parts, String text) {
        if (parts.length > 1) {
            throw unknown(text);
        }
        return fair();
    }

    private static long seed(String[] parts) {
        return parts.length > 1 ? Long.parseLong(parts[1]) : 0;
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException("schedule '" + text + "' is none of fair, random:SEED, priority:SEED");
    }
}
