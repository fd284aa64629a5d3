package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import java.util.List;
import java.util.OptionalInt;

/**
 * One entry of a {@code dma} list: the descriptors that one trigger instruction starts. Source: manifest.md §7.2.
 *
 * @param id what the trigger names; unique per queue and function
 * @param queue the queue set; empty where only an instance is named
 * @param instanceName the ring instance; empty where none is named. Wins over {@code queue}
 * @param descriptors in order
 * @param function the function that owns the block, from the last {@code function_start} on the same queue; mostly empty
 * @param sectionStart placed on the first queue of the set
 * @param event the event to set when done
 * @param semaphore the semaphore that each queue of the set increments when done
 * @param remoteSemaphores semaphores on the peer core
 * @param priorityClass an unsigned byte
 */
public record DmaBlock(
        int id,
        String queue,
        String instanceName,
        List<DmaDescriptor> descriptors,
        String function,
        boolean sectionStart,
        OptionalInt event,
        OptionalInt semaphore,
        List<Integer> remoteSemaphores,
        int priorityClass) {
    public DmaBlock {
        descriptors = List.copyOf(descriptors);
        remoteSemaphores = List.copyOf(remoteSemaphores);
    }

    /** The name that a trigger uses: the instance, else the queue set. */
    public String ring() {
        return instanceName.isEmpty() ? queue : instanceName;
    }

    /** {@code reset_engine_round_robin} of a descriptor of this block on an architecture. */
    public boolean resetsEngineRoundRobin(DmaDescriptor descriptor, Arch arch) {
        return descriptor.op() == DmaOp.TRANSPOSE || (!function.isEmpty() && arch.code() > Arch.SUNDA.code());
    }
}
