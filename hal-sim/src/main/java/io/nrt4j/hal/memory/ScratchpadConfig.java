package io.nrt4j.hal.memory;

/**
 * How scratchpads are paged.
 *
 * <p>Source: memory.md §6.3.
 *
 * @param pageSize bytes of a page
 * @param contiguous whether the pages of a core lie next to each other
 */
public record ScratchpadConfig(long pageSize, boolean contiguous) {
    /** 512 MiB pages, wherever there is room. */
    public static final ScratchpadConfig DEFAULT = new ScratchpadConfig(512L << 20, false);

    /** 64 MiB pages next to each other. */
    public static final ScratchpadConfig CONTIGUOUS = new ScratchpadConfig(64L << 20, true);

    public ScratchpadConfig {
        if (pageSize <= 0 || pageSize % HbmAllocator.GRANULE != 0) {
            throw new IllegalArgumentException("page size " + pageSize);
        }
    }
}
