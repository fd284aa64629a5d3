package io.nrt4j.runtime.c;

/**
 * {@code nrt_vnc_memory_stats_t}. Source: nrt-api.md §2, memory.md §10.
 *
 * @param bytesUsed device memory that the cores of the logical core are charged for
 * @param bytesLimit size of one HBM
 */
public record VncMemoryStats(long bytesUsed, long bytesLimit) {
    /** Bytes of the struct. */
    public static final int BYTES = 16;
}
