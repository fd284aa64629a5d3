package io.nrt4j.runtime.c;

/**
 * Counts who uses a storage, and what requests under way will do to it; the last user gives it back. Thread-safe.
 * Source: nrt-api.md §2 (pending_read, pending_write), §4.3 (fences).
 */
final class StorageHandle {
    private final TensorStorage storage;
    private final long size;
    private int users = 1;
    private int pendingReads;
    private int pendingWrites;

    /**
     * Used once, by its maker.
     *
     * @param size bytes
     */
    StorageHandle(TensorStorage storage, long size) {
        this.storage = storage;
        this.size = size;
    }

    TensorStorage storage() {
        return storage;
    }

    /** Bytes. */
    long size() {
        return size;
    }

    /** One more user, unless the bytes went already. */
    synchronized boolean tryRetain() {
        if (users == 0) {
            return false;
        }
        users++;
        return true;
    }

    void release() {
        synchronized (this) {
            if (--users != 0) {
                return;
            }
        }
        storage.free();
    }

    /** A request that was queued will read the bytes, or write them. */
    synchronized void pend(boolean writes) {
        if (writes) {
            pendingWrites++;
        } else {
            pendingReads++;
        }
    }

    /** Such a request is over. */
    synchronized void settle(boolean writes) {
        if (writes) {
            pendingWrites--;
        } else {
            pendingReads--;
        }
        notifyAll();
    }

    /** Waits until no request that was queued will write the bytes. */
    void awaitWriters() {
        MonitorWait.until(this, () -> pendingWrites == 0);
    }

    /** Waits until no request that was queued will touch the bytes. */
    void awaitUsers() {
        MonitorWait.until(this, () -> pendingWrites == 0 && pendingReads == 0);
    }
}
