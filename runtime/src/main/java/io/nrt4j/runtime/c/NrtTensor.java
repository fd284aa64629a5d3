package io.nrt4j.runtime.c;

import java.util.concurrent.TimeUnit;

/**
 * {@code nrt_tensor_t}: bytes with a name; neither type nor shape. Source: nrt-api.md §2, §4.3.
 *
 * <p>A handle: made and used by the functions of {@link LibNrt}, and worthless once freed.
 */
public final class NrtTensor {
    /** What a tensor without a name is called. */
    static final String UNNAMED = "_unknown_";

    private final Session session;
    private final String name;
    private StorageHandle handle;
    private long offset;
    private long size;
    private boolean freed;
    private long completions;

    NrtTensor(Session session, String name, StorageHandle handle, long offset, long size) {
        this.session = session;
        this.name = name;
        this.handle = handle;
        this.offset = offset;
        this.size = size;
    }

    /** The name it was given; {@value #UNNAMED} without one. */
    public String name() {
        return name;
    }

    Session session() {
        return session;
    }

    synchronized long size() {
        return size;
    }

    /** Whether the tensor's bytes are host memory of the runtime and hold a range of the process. */
    synchronized boolean isOnHostAt(long address, long length) {
        if (freed || !(handle.storage() instanceof TensorStorage.OnHost host)) {
            return false;
        }
        long from = address - host.virtualAddress();
        return from >= 0 && length >= 0 && from <= handle.size() - length;
    }

    /** A view of the bytes that stays valid until it is closed, or empty if the tensor was freed. */
    synchronized java.util.Optional<Use> use() {
        return !freed && handle.tryRetain()
                ? java.util.Optional.of(new Use(handle, offset, size))
                : java.util.Optional.empty();
    }

    /** Puts other bytes behind the tensor; false if it was freed. */
    synchronized boolean attach(StorageHandle other) {
        if (freed) {
            return false;
        }
        handle.release();
        handle = other;
        offset = 0;
        size = other.size();
        return true;
    }

    /** Lets go of the bytes; false if that was done before. */
    synchronized boolean free() {
        if (freed) {
            return false;
        }
        freed = true;
        handle.release();
        return true;
    }

    /** One more request has written this tensor. */
    synchronized void completed() {
        completions++;
        notifyAll();
    }

    synchronized void resetCompletions() {
        completions = 0;
    }

    /**
     * Waits for a number of completions.
     *
     * @param nanos how long at most
     * @return whether there are as many
     */
    synchronized boolean awaitCompletions(long expected, long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (Long.compareUnsigned(completions, expected) < 0) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /**
     * The bytes of a tensor while a call works on them.
     *
     * @param offset where the tensor begins in its storage
     * @param size bytes of the tensor
     */
    record Use(StorageHandle handle, long offset, long size) implements AutoCloseable {
        TensorStorage storage() {
            return handle.storage();
        }

        /** Whether a range lies in the tensor; both numbers unsigned, as in C. */
        boolean covers(long from, long length) {
            return from >= 0 && length >= 0 && from <= size - length;
        }

        @Override
        public void close() {
            handle.release();
        }
    }
}
