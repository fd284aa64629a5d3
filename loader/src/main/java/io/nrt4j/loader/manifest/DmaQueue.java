package io.nrt4j.loader.manifest;

import io.nrt4j.hal.EngineType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One entry of {@code dma_queue}: a set of hardware rings with one owner. Source: manifest.md §6, dma.md §2.
 *
 * @param name the key, by which triggers and blocks refer to it
 * @param typeText the {@code type} text, such as {@code dynamic}
 * @param ringType what that text makes
 * @param owner the engine that rings the doorbells; empty for pinned inf1 queues
 * @param numQueues hardware rings in the set, 1 to 16
 * @param semaphores the completion semaphores: {@code semaphore_set}, or the single one of older files, or none
 * @param instances {@code queue_instances}: rings that can be swapped in at run time
 * @param pinned inf1: the blocks run once, at load
 * @param fabricPath {@code main}, {@code alt} or (inf1) {@code repl}; recorded, without effect
 * @param dge what serves a dynamic queue
 * @param indirectMemcpy gather or scatter queue
 * @param syncSemaphore {@code embedding_update_sync_semaphore}
 */
public record DmaQueue(
        String name,
        String typeText,
        DmaRingType ringType,
        Optional<EngineType> owner,
        int numQueues,
        List<Integer> semaphores,
        List<String> instances,
        boolean pinned,
        String fabricPath,
        DescriptorGeneration dge,
        boolean indirectMemcpy,
        OptionalInt syncSemaphore) {
    /** The {@code type} text of queues whose descriptors are made while the program runs. */
    public static final String DYNAMIC = "dynamic";

    public DmaQueue {
        semaphores = List.copyOf(semaphores);
        instances = List.copyOf(instances);
    }

    /** Whether the descriptors are made while the program runs. */
    public boolean isDynamic() {
        return typeText.equals(DYNAMIC);
    }

    /**
     * What counts the completion of one of the set's blocks: the block's own semaphore; blocks of older files have none
     * and share that of their queue. Source: dma.md §2.
     */
    public OptionalInt completionSemaphore(DmaBlock block) {
        boolean shared = block.semaphore().isEmpty() && block.event().isEmpty() && semaphores.size() == 1;
        return shared ? OptionalInt.of(semaphores.get(0)) : block.semaphore();
    }

    /**
     * Whether the set has a semaphore for each of its queues. Gather and scatter sets of real files have one for all four
     * queues. A set without semaphores has nothing to compare.
     */
    boolean hasASemaphoreForEachQueue() {
        return semaphores.isEmpty() || semaphores.size() == numQueues || (indirectMemcpy && semaphores.size() == 1);
    }

    /** Who makes the descriptors. */
    public sealed interface DescriptorGeneration {
        /** The loader, from the blocks of the engine files. */
        record Static() implements DescriptorGeneration {}

        /** The ring's hardware. */
        record Hardware() implements DescriptorGeneration {}

        /**
         * The POOL engine, with scratch memory in the state buffer.
         *
         * @param scratchOffset bytes within each partition ({@code SB_scratch_partition_offset})
         * @param scratchSize bytes per partition ({@code SB_scratch_partition_size})
         */
        record Software(int scratchOffset, int scratchSize) implements DescriptorGeneration {}
    }
}
