package io.nrt4j.runtime.trace;

import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.Actor.DmaRing;
import java.util.List;
import java.util.Map;

/**
 * What the cores and queues of a machine are called in the NEFF.
 *
 * @param cores by core of the machine
 * @param queues by core of the machine: the names of DMA queue sets by their index
 */
public record MachineNames(List<String> cores, List<Map<Integer, String>> queues) {
    public MachineNames {
        cores = List.copyOf(cores);
        queues = List.copyOf(queues);
    }

    String core(int core) {
        return core >= 0 && core < cores.size() ? cores.get(core) : "host";
    }

    /** The actor among those of its core, such as {@code PE} or {@code qSyncIO0 ring 3}. */
    String actor(Actor actor) {
        return actor.dmaRing()
                .map(ring -> queue(actor) + " ring " + ring.engine())
                .orElseGet(actor::label);
    }

    /** The queue that the actor serves; the actor's own name where it is none of several rings. */
    String queue(Actor actor) {
        return actor.dmaRing()
                .map(DmaRing::queue)
                .filter(queue -> actor.core() < queues.size())
                .map(queue -> queues.get(actor.core()).getOrDefault(queue, "queue " + queue))
                .orElseGet(actor::label);
    }
}
