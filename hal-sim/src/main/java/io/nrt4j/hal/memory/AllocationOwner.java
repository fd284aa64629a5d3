package io.nrt4j.hal.memory;

/**
 * On whose behalf memory is allocated.
 *
 * @param kind which of the runtime's allocators
 * @param id the model's number in memory reports; 0 for the global allocator
 * @param name the model's name in memory reports
 */
public record AllocationOwner(Kind kind, int id, String name) {
    /** {@code dmem_allocator_t.type}. Source: memory.md §5.2, §6.5. */
    public enum Kind {
        /** Lives as long as the runtime: queues, scratchpad pages, tensors. */
        GLOBAL,
        /** Lives as long as the model: instructions, weights, tables. */
        MODEL
    }

    /** The owner of what is not a model's. */
    public static final AllocationOwner RUNTIME = new AllocationOwner(Kind.GLOBAL, 0, "");

    /** A model. */
    public static AllocationOwner model(int id, String name) {
        return new AllocationOwner(Kind.MODEL, id, name);
    }
}
