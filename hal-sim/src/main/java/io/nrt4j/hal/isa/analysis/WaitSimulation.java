package io.nrt4j.hal.isa.analysis;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs the waits and updates of a core's programs, and nothing else, until no engine can go on.
 *
 * <p>Every engine runs until it has to wait; transfers complete at once. Where semaphores only grow and waits only ask
 * for at least a value, as in all known compiler-made programs, order does not matter and the outcome is exact: an
 * engine that is left waiting here waits for ever on hardware too. Where a program lowers or sets a counter, waits for
 * equality or uses events, the outcome is that of one order ({@link #isExact()} is false); so it is where a slot may
 * count in ways of its own. Waits for a register's value are taken as satisfied; branches are not followed.
 */
public final class WaitSimulation {
    private final CorePrograms programs;
    private final int[] semaphores = new int[SemaphoreEffects.SEMAPHORES];
    private final boolean[] events = new boolean[SemaphoreEffects.SEMAPHORES];
    private final Map<EngineType, Integer> next = new EnumMap<>(EngineType.class);
    private final List<SlotReference> order = new ArrayList<>();
    private boolean exact = true;

    private WaitSimulation(CorePrograms programs) {
        this.programs = programs;
    }

    /**
     * An engine that cannot go on.
     *
     * @param slot the slot that waits
     * @param semaphore semaphore or event that it waits for
     * @param isEvent whether it is an event
     * @param value the counter's value, or 0 or 1 for an event
     * @param condition what it waits for, such as {@code >=32}
     */
    public record Blocked(SlotReference slot, int semaphore, boolean isEvent, int value, String condition) {
        @Override
        public String toString() {
            return "%s waits for %s[%d]%s, which stays at %s"
                    .formatted(slot, isEvent ? "E" : "S", semaphore, condition, Integer.toUnsignedString(value));
        }
    }

    /** Runs the programs of a core. */
    public static WaitSimulation run(CorePrograms programs) {
        WaitSimulation simulation = new WaitSimulation(programs);
        simulation.runAll();
        return simulation;
    }

    private void runAll() {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (EngineType engine : EngineType.values()) {
                progress |= runEngine(engine);
            }
        }
    }

    private boolean runEngine(EngineType engine) {
        List<Instruction> program = programs.of(engine);
        int slot = next.getOrDefault(engine, 0);
        int start = slot;
        while (slot < program.size() && blockingWait(program.get(slot)) == null) {
            issue(program.get(slot), engine);
            order.add(new SlotReference(engine, slot));
            slot++;
        }
        next.put(engine, slot);
        return slot > start;
    }

    /** The first wait of a slot that does not hold, or null. */
    private SemaphoreEffects.@Nullable Wait blockingWait(Instruction slot) {
        for (SemaphoreEffects.Wait wait : SemaphoreEffects.waits(slot)) {
            if (!holds(wait)) {
                return wait;
            }
        }
        return null;
    }

    private boolean holds(SemaphoreEffects.Wait wait) {
        WaitMode mode = wait.mode();
        exact &= mode == WaitMode.SEM_GE_IMM || mode == WaitMode.SEM_GT_IMM;
        if (!wait.isOnSemaphore()) {
            return (mode == WaitMode.EVT_CLEAR) != events[wait.index()];
        }
        return mode.comparesWithRegister() || mode.isSatisfied(semaphores[wait.index()], wait.threshold());
    }

    private void issue(Instruction slot, EngineType engine) {
        for (SemaphoreEffects.Wait wait : SemaphoreEffects.waits(slot)) {
            if (wait.mode() == WaitMode.EVT_SET_THEN_CLEAR) {
                events[wait.index()] = false;
            }
        }
        for (SemaphoreEffects.Update update : SemaphoreEffects.updates(slot, engine, programs.facts())) {
            apply(update);
        }
        exact &= !mayDoMore(slot);
        if (slot.operands() instanceof ControlOperands.RangeClear o) {
            exact = false;
            for (int i = o.first(); i <= o.last(); i++) {
                semaphores[i] = 0;
            }
        }
    }

    /** Whether a slot may count, or be reached, in a way that is not looked at here: through registers or by code. */
    private static boolean mayDoMore(Instruction slot) {
        return switch (slot.opcode()) {
            case COMPARE_BRANCH,
                    WRITE,
                    TENSOR_STORE,
                    PSEUDO_TENSOR_STORE,
                    PSEUDO_SEMAPHORE_SET,
                    PSEUDO_CORE_BARRIER,
                    CUSTOM_OP_HEADER,
                    CUSTOM_OP_PAYLOAD,
                    EXTENDED_INST -> true;
            default -> false;
        };
    }

    private void apply(SemaphoreEffects.Update update) {
        UpdateMode mode = update.mode();
        switch (mode.action()) {
            case EVENT_SET -> events[update.index()] = true;
            case EVENT_CLEAR -> events[update.index()] = false;
            case INCREMENT, ADD -> {
                exact &= !mode.takesRegister();
                semaphores[update.index()] = mode.apply(semaphores[update.index()], update.operand());
            }
            case DECREMENT, SUBTRACT, WRITE -> {
                exact = false;
                semaphores[update.index()] = mode.apply(semaphores[update.index()], update.operand());
            }
            case NOTHING -> {}
        }
    }

    /** Whether every engine reached its end. */
    public boolean completes() {
        return blocked().isEmpty();
    }

    /** Whether the outcome does not depend on the order in which the engines ran. */
    public boolean isExact() {
        return exact;
    }

    /** The engines that cannot go on, each with what it waits for. */
    public List<Blocked> blocked() {
        List<Blocked> blocked = new ArrayList<>();
        for (EngineType engine : EngineType.values()) {
            int slot = next.getOrDefault(engine, 0);
            if (slot < programs.of(engine).size()) {
                SemaphoreEffects.Wait wait = blockingWait(programs.of(engine).get(slot));
                if (wait != null) {
                    blocked.add(blocked(new SlotReference(engine, slot), wait));
                }
            }
        }
        return blocked;
    }

    private Blocked blocked(SlotReference slot, SemaphoreEffects.Wait wait) {
        boolean event = !wait.isOnSemaphore();
        int value = event ? (events[wait.index()] ? 1 : 0) : semaphores[wait.index()];
        String condition = wait.mode().relation() + (event ? "" : Integer.toUnsignedString(wait.threshold()));
        return new Blocked(slot, wait.index(), event, value, condition);
    }

    /** The slots that issued, in the order in which they did. */
    public List<SlotReference> order() {
        return List.copyOf(order);
    }

    /** A semaphore's value at the end, unsigned. */
    public int semaphore(int index) {
        return semaphores[index];
    }
}
