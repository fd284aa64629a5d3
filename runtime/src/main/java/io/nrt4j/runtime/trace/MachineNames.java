package io.nrt4j.runtime.trace;

import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the cores and queues of a machine are called in the NEFF.
 *
 * @param cores by core of the machine
 * @param queues by core of the machine: the names of DMA queue sets by their index
 */
public record MachineNames(List<String> cores, List<Map<Integer, String>> queues) {
    /** The machine knows queues by number. */
    private static final Pattern QUEUE = Pattern.compile("DMA queue (\\d+) engine (\\d+)");

    public MachineNames {
        cores = List.copyOf(cores);
        queues = List.copyOf(queues);
    }

    String core(int core) {
        return core >= 0 && core < cores.size() ? cores.get(core) : "host";
    }

    /** The actor among those of its core, such as {@code PE} or {@code qSyncIO0 ring 3}. */
    String actor(Actor actor) {
        Matcher ring = QUEUE.matcher(actor.label());
        return ring.matches() ? queue(actor) + " ring " + ring.group(2) : actor.label();
    }

    /** The queue that the actor serves; the actor's own name where it is none of several rings. */
    String queue(Actor actor) {
        Matcher ring = QUEUE.matcher(actor.label());
        if (actor instanceof Sequencer || !ring.matches() || actor.core() >= queues.size()) {
            return actor.label();
        }
        String index = ring.group(1);
        return queues.get(actor.core()).getOrDefault(Integer.valueOf(index), "queue " + index);
    }
}
