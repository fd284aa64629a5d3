package io.nrt4j.loader.listing;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.SemaphoreNames;
import io.nrt4j.loader.manifest.Definition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who counts with the semaphores of a graph: the engines' progress counters, and the queues by their semaphore sets.
 *
 * <p>Queue names are those that profilers print: the engine in them by its public name, {@code qPoolDynamic} as
 * {@code qGpSimdDynamic}. Source: isa.md §2.3, §10.
 */
public final class SemaphoreOwners implements SemaphoreNames {
    /** Each engine increments its own when a slot that somebody waits for is complete. Source: isa.md §2.3. */
    private static final Map<Integer, EngineType> PROGRESS_COUNTERS =
            Map.of(3, EngineType.POOL, 4, EngineType.ACT, 5, EngineType.PE, 6, EngineType.DVE, 7, EngineType.SP);

    private static final Map<EngineType, String> NAMES_IN_PROFILES = Map.of(
            EngineType.PE, "Tensor",
            EngineType.ACT, "Scalar",
            EngineType.POOL, "GpSimd",
            EngineType.DVE, "Vector",
            EngineType.SP, "Sync");
    private static final Map<String, EngineType> QUEUE_PREFIXES = Map.of(
            "qPE", EngineType.PE,
            "qAct", EngineType.ACT,
            "qPool", EngineType.POOL,
            "qDVE", EngineType.DVE,
            "qSP", EngineType.SP);

    private final Map<Integer, String> owners = new HashMap<>();

    /** The owners for the queue sets of a graph, by name. A semaphore in two sets belongs to the later one. */
    public SemaphoreOwners(Map<String, List<Integer>> semaphoresOfQueues) {
        PROGRESS_COUNTERS.forEach((semaphore, engine) -> owners.put(semaphore, nameInProfiles(engine)));
        semaphoresOfQueues.forEach(
                (queue, semaphores) -> semaphores.forEach(s -> owners.put(s, nameInProfiles(queue))));
    }

    /** The owners of a graph's semaphores. */
    public static SemaphoreOwners of(Definition definition) {
        Map<String, List<Integer>> queues = new HashMap<>();
        definition.queues().forEach(q -> queues.put(q.name(), q.semaphores()));
        return new SemaphoreOwners(queues);
    }

    @Override
    public Optional<String> ownerOf(int index) {
        return Optional.ofNullable(owners.get(index));
    }

    /** An engine's name in a profile, such as {@code GpSimd}. */
    public static String nameInProfiles(EngineType engine) {
        return NAMES_IN_PROFILES.get(engine);
    }

    /** A queue's name in a profile; names that start otherwise than with an engine stay. */
    static String nameInProfiles(String queue) {
        return QUEUE_PREFIXES.entrySet().stream()
                .filter(prefix -> queue.startsWith(prefix.getKey()))
                .map(prefix -> "q" + nameInProfiles(prefix.getValue())
                        + queue.substring(prefix.getKey().length()))
                .findFirst()
                .orElse(queue);
    }
}
