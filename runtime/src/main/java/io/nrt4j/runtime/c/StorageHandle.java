package io.nrt4j.runtime.c;

/** Counts who uses a storage; the last one gives it back. Thread-safe. */
final class StorageHandle {
    private final TensorStorage storage;
    private final long size;
    private int users = 1;

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
}
