package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Direct memory that archives take and give back. A little of it is kept for the next archive, since fresh memory
 * costs more (zeroing, page faults) than inflating into it. Safe for concurrent use.
 *
 * <p>Netty's pool cannot serve here: it gives a chunk back to the system when its last buffer is released, and every
 * archive releases all of its buffers at once.
 */
final class SlabPool {
    /** Enough for the members of most NEFFs; the rest goes back to the system. */
    private static final int MOST_IDLE_BYTES = 32 << 20;

    private static final SlabPool SHARED = new SlabPool();

    private final Map<Integer, ArrayDeque<ByteBuf>> idle = new HashMap<>();
    private long idleBytes;

    private SlabPool() {}

    /** The pool of the process. */
    static SlabPool shared() {
        return SHARED;
    }

    /** An empty buffer of exactly {@code size} bytes with undefined content and one reference. */
    ByteBuf take(int size) {
        synchronized (this) {
            ArrayDeque<ByteBuf> slabs = idle.get(size);
            if (slabs != null && !slabs.isEmpty()) {
                idleBytes -= size;
                return slabs.pop();
            }
        }
        return Unpooled.directBuffer(size, size);
    }

    /** Ends one use of a buffer; it is kept if nobody else uses it and there is room. */
    void giveBack(ByteBuf slab) {
        synchronized (this) {
            if (slab.refCnt() == 1 && idleBytes + slab.capacity() <= MOST_IDLE_BYTES) {
                idleBytes += slab.capacity();
                idle.computeIfAbsent(slab.capacity(), size -> new ArrayDeque<>())
                        .push(slab.clear());
                return;
            }
        }
        slab.release();
    }

    /** Gives all idle memory back to the system. */
    synchronized void releaseIdle() {
        idle.values().forEach(slabs -> slabs.forEach(ByteBuf::release));
        idle.clear();
        idleBytes = 0;
    }
}
