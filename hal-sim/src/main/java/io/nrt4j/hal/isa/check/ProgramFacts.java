package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.PseudoOperands;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a program declares beside its instructions, as far as rules and analysis ask.
 *
 * @param runtimeSemaphores semaphores below this number are the runtime's
 * @param runtimeEvents events below this number are the runtime's
 * @param queues the queue sets
 * @param variables by {@code var_id}
 * @param addressTable the {@code var_id} behind each row of the address table
 * @param activationSets function ids of each activation table set, in the order of the program's list; empty where
 *     the sets are not known
 * @param blocks the blocks of static transfers that triggers start
 */
public record ProgramFacts(
        int runtimeSemaphores,
        int runtimeEvents,
        List<Queue> queues,
        Map<Integer, Variable> variables,
        List<Integer> addressTable,
        List<Set<Integer>> activationSets,
        Map<BlockKey, Block> blocks) {
    public ProgramFacts {
        queues = List.copyOf(queues);
        variables = Map.copyOf(variables);
        addressTable = List.copyOf(addressTable);
        activationSets = List.copyOf(activationSets);
        blocks = Map.copyOf(blocks);
    }

    /**
     * A queue set.
     *
     * @param name by which triggers refer to it
     * @param owner the engine that starts its transfers
     * @param rings number of hardware rings
     * @param semaphores its completion semaphores
     * @param kind who makes its descriptors
     */
    public record Queue(String name, Optional<EngineType> owner, int rings, List<Integer> semaphores, QueueKind kind) {
        public Queue {
            semaphores = List.copyOf(semaphores);
        }
    }

    /** Who makes the descriptors of a queue set. */
    public enum QueueKind {
        /** The loader; triggers name blocks. */
        STATIC,
        /** The hardware or the GPSIMD engine, from the instructions. */
        DYNAMIC,
        /** {@code indirect_memcpy}: from the addresses in an index vector. */
        INDIRECT
    }

    /**
     * A variable.
     *
     * @param name for findings
     * @param isStateBuffer whether it is the state buffer itself, whose offsets are {@code partition * stride + byte}
     * @param bytes its size; empty where transfers cannot reach it by offset, or where it is not known
     */
    public record Variable(String name, boolean isStateBuffer, Optional<Long> bytes) {}

    /**
     * What identifies a block.
     *
     * @param engine whose triggers start it
     * @param queue queue set or instance
     * @param id number within the queue
     */
    public record BlockKey(EngineType engine, String queue, long id) {}

    /**
     * A block of static transfers.
     *
     * @param semaphore counts its completion
     * @param event set when the block is complete
     * @param increment added to the semaphore when the block is complete
     * @param accesses what its transfers touch, in their order
     */
    public record Block(OptionalInt semaphore, OptionalInt event, int increment, List<TransferAccess> accesses) {
        public Block {
            accesses = List.copyOf(accesses);
        }
    }

    /**
     * The block that a trigger starts; empty where it names none that is declared, or where it gives a raw count of
     * descriptors in place of a block.
     *
     * @param engine whose program holds the trigger
     */
    public Optional<Block> block(EngineType engine, PseudoOperands.DmaTrigger trigger) {
        return trigger.useRawCount() != 0
                ? Optional.empty()
                : Optional.ofNullable(
                        blocks.get(new BlockKey(engine, trigger.queue().text(), trigger.block())));
    }

    /** The queue sets that an engine owns. */
    public List<Queue> queuesOf(EngineType engine) {
        return queues.stream()
                .filter(q -> q.owner().filter(o -> o == engine).isPresent())
                .toList();
    }

    /** The variable behind a row of the address table. */
    public Optional<Variable> tableRow(int row) {
        return row < addressTable.size() ? Optional.ofNullable(variables.get(addressTable.get(row))) : Optional.empty();
    }
}
