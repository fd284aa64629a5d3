package io.nrt4j.hal.memory;

/**
 * A transaction on a device's memory.
 *
 * <p>What is allocated in it belongs to the scope until {@link #commit} hands it over. Closing a scope that was not
 * committed gives every byte back, so that the device's accounting and free addresses are what they were.
 */
public final class AllocationScope implements AutoCloseable {
    private final AllocationSet set;
    private boolean committed;

    AllocationScope(AllocationSet set) {
        this.set = set;
    }

    /**
     * Allocates device memory.
     *
     * @throws AllocationException as {@link HbmAllocator#allocate}; what was allocated before stays in the scope
     */
    public DeviceAllocation allocate(AllocationRequest request) {
        return set.allocate(request);
    }

    /**
     * The allocation that all holders of an equal key share: made with the first of them, given back with the last. It
     * is charged to the core of the first and counts for no model.
     *
     * @param key what is shared; has value equality
     * @throws AllocationException as {@link #allocate}
     */
    public DeviceAllocation share(Object key, AllocationRequest request) {
        return set.share(key, request);
    }

    /** Makes the scope, and later its set, responsible for giving something else back. */
    public void own(Runnable release) {
        set.own(release);
    }

    /** What the scope holds so far. */
    public AllocationSet allocations() {
        return set;
    }

    /** Ends the transaction: the caller owns everything now and closes the set when the model goes. */
    public AllocationSet commit() {
        committed = true;
        return set;
    }

    @Override
    public void close() {
        if (!committed) {
            set.close();
        }
    }
}
