package io.nrt4j.loader.testing;

import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.nrt4j.loader.archive.MemberTable;

/** What is allocated outside the heap at this moment, to show that a load gave everything back. */
public final class DirectMemory {
    private DirectMemory() {}

    /**
     * Live buffers of the pool plus live bytes outside the pool, exact as long as only the calling thread allocates.
     * Equal before and after a load unless it leaks.
     */
    public static long inUse() {
        // What is kept for the next use counts as live, so it is given back first.
        MemberTable.releaseIdleMemory();
        PooledByteBufAllocator.DEFAULT.trimCurrentThreadCache();
        long pooled = PooledByteBufAllocator.DEFAULT.metric().directArenas().stream()
                .mapToLong(PoolArenaMetric::numActiveAllocations)
                .sum();
        return pooled + UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    }
}
