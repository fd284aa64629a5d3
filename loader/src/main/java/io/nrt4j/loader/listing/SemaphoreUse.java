package io.nrt4j.loader.listing;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.analysis.SemaphoreGraph;
import io.nrt4j.hal.isa.analysis.WaitSimulation;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a core's programs do with one semaphore.
 *
 * @param semaphore its number
 * @param owner the engine or queue set that it counts for, by the name in profiles; empty where nothing says
 * @param changedBy who changes it, in the order of the engines
 * @param awaitedBy how many slots of each engine wait for it
 * @param conditions what they wait for, each once, in ascending order of the thresholds
 * @param finalValue what it counts when no engine can go on, unsigned
 */
public record SemaphoreUse(
        int semaphore,
        String owner,
        List<Change> changedBy,
        Map<EngineType, Integer> awaitedBy,
        List<String> conditions,
        long finalValue) {

    /**
     * Changes of one kind by one engine.
     *
     * @param byTransfer whether transfers do it that the engine starts, each on its completion
     * @param change as profilers print it, such as {@code +=16}
     * @param slots how many slots do it
     */
    public record Change(EngineType engine, boolean byTransfer, String change, int slots) {}

    /** The semaphores that the programs touch, ascending. */
    static List<SemaphoreUse> of(SemaphoreGraph graph, WaitSimulation simulation, SemaphoreOwners owners) {
        return graph.nodes().stream().map(node -> of(node, simulation, owners)).toList();
    }

    private static SemaphoreUse of(SemaphoreGraph.Node node, WaitSimulation simulation, SemaphoreOwners owners) {
        Map<EngineType, Integer> awaitedBy = new EnumMap<>(EngineType.class);
        node.waiters().forEach(w -> awaitedBy.merge(w.slot().engine(), 1, Integer::sum));
        return new SemaphoreUse(
                node.semaphore(),
                owners.ownerOf(node.semaphore()).orElse(""),
                changes(node),
                awaitedBy,
                node.waiters().stream()
                        .map(SemaphoreGraph.Waiter::condition)
                        .distinct()
                        .sorted(Comparator.comparingInt(String::length).thenComparing(c -> c))
                        .toList(),
                Integer.toUnsignedLong(simulation.semaphore(node.semaphore())));
    }

    private static List<Change> changes(SemaphoreGraph.Node node) {
        Map<Change, Integer> slots = new LinkedHashMap<>();
        for (SemaphoreGraph.Updater updater : node.updaters()) {
            Change one = new Change(updater.slot().engine(), updater.byTransfer(), updater.change(), 1);
            slots.merge(one, 1, Integer::sum);
        }
        return slots.entrySet().stream()
                .map(e -> new Change(
                        e.getKey().engine(), e.getKey().byTransfer(), e.getKey().change(), e.getValue()))
                .toList();
    }
}
