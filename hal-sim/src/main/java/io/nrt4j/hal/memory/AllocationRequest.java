package io.nrt4j.hal.memory;

/**
 * What {@code dmem_alloc_aligned} is asked for.
 *
 * @param core physical core whose default HBM is used and which is charged
 * @param usage what for
 * @param size bytes
 * @param alignment a power of two, 0 for none
 * @param hint the name in traces
 */
public record AllocationRequest(int core, MemoryUsage usage, long size, long alignment, String hint) {}
