package io.nrt4j.hal.isa.analysis;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.UpdateMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who waits for whom: for every semaphore the slots that change it and the slots that wait for it.
 *
 * <p>Transfers count as changes by the slot that starts them.
 */
public final class SemaphoreGraph {
    private final Map<Integer, Node> nodes;

    private SemaphoreGraph(Map<Integer, Node> nodes) {
        this.nodes = nodes;
    }

    /**
     * A slot that waits.
     *
     * @param slot which
     * @param condition as profilers print it, such as {@code >=16}
     */
    public record Waiter(SlotReference slot, String condition) {}

    /**
     * A slot that changes a semaphore.
     *
     * @param slot which
     * @param byTransfer whether a transfer that the slot starts does it, on its completion
     * @param change as profilers print it, such as {@code +=16}
     */
    public record Updater(SlotReference slot, boolean byTransfer, String change) {}

    /** One semaphore, with both sides in the order of engines and slots. */
    public record Node(int semaphore, List<Updater> updaters, List<Waiter> waiters) {
        /** Engines of the updaters, each once. */
        public List<EngineType> producers() {
            return updaters.stream().map(u -> u.slot().engine()).distinct().toList();
        }

        /** Engines of the waiters, each once. */
        public List<EngineType> consumers() {
            return waiters.stream().map(w -> w.slot().engine()).distinct().toList();
        }
    }

    /** The graph of a core's programs. */
    public static SemaphoreGraph of(CorePrograms programs) {
        Map<Integer, Node> nodes = new TreeMap<>();
        for (EngineType engine : EngineType.values()) {
            List<Instruction> instructions = programs.of(engine);
            for (int i = 0; i < instructions.size(); i++) {
                add(instructions.get(i), new SlotReference(engine, i), programs, nodes);
            }
        }
        return new SemaphoreGraph(nodes);
    }

    private static void add(
            Instruction slot, SlotReference reference, CorePrograms programs, Map<Integer, Node> nodes) {
        for (SemaphoreEffects.Wait wait : SemaphoreEffects.waits(slot)) {
            if (wait.isOnSemaphore()) {
                String threshold = wait.mode().comparesWithRegister()
                        ? "$R[%d]".formatted(wait.threshold())
                        : Integer.toUnsignedString(wait.threshold());
                node(wait.index(), nodes)
                        .waiters()
                        .add(new Waiter(reference, wait.mode().relation() + threshold));
            }
        }
        for (SemaphoreEffects.Update update : SemaphoreEffects.updates(slot, reference.engine(), programs.facts())) {
            if (update.isOnSemaphore()) {
                node(update.index(), nodes).updaters().add(new Updater(reference, update.byTransfer(), change(update)));
            }
        }
    }

    private static Node node(int semaphore, Map<Integer, Node> nodes) {
        return nodes.computeIfAbsent(semaphore, s -> new Node(s, new ArrayList<>(), new ArrayList<>()));
    }

    private static String change(SemaphoreEffects.Update update) {
        UpdateMode mode = update.mode();
        String operand = mode.takesRegister()
                ? "$R[%d]".formatted(update.operand())
                : Integer.toUnsignedString(update.operand());
        return switch (mode.action()) {
            case INCREMENT -> "++";
            case DECREMENT -> "--";
            case ADD -> "+=" + operand;
            case SUBTRACT -> "-=" + operand;
            case WRITE -> "=" + operand;
            case NOTHING, EVENT_SET, EVENT_CLEAR -> "";
        };
    }

    /** The semaphores that the programs use, ascending. */
    public List<Node> nodes() {
        return List.copyOf(nodes.values());
    }

    /** One semaphore; empty for one that no slot touches. */
    public Optional<Node> node(int semaphore) {
        return Optional.ofNullable(nodes.get(semaphore));
    }

    /** Semaphores that somebody waits for and nobody changes. */
    public List<Node> withoutUpdater() {
        return nodes.values().stream()
                .filter(n -> n.updaters().isEmpty() && !n.waiters().isEmpty())
                .toList();
    }
}
