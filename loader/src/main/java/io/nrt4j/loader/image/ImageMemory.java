package io.nrt4j.loader.image;

/**
 * Gives the images their places in device memory: an allocator in a load, recorded addresses where an image of the real
 * runtime is rebuilt.
 */
@FunctionalInterface
public interface ImageMemory {
    /**
     * The device address for a demand; called once per demand, in the order of the real runtime's allocations.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException if there is no memory
     */
    long place(MemoryDemand demand);
}
