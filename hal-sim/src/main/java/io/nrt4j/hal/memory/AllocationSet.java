package io.nrt4j.hal.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Everything that one model, or one part of the runtime, holds of a device: allocations and other claims such as
 * scratchpad pages.
 *
 * <p>Closing gives all of it back, last taken first. Thread-safe.
 */
public final class AllocationSet implements AutoCloseable {
    private final DeviceHeap heap;
    private final AllocationOwner owner;
    private final UsageTally tally;
    private final Deque<Runnable> releases = new ArrayDeque<>();
    private final List<DeviceAllocation> allocations = new ArrayList<>();
    private boolean closed;

    AllocationSet(DeviceHeap heap, AllocationOwner owner) {
        this.heap = heap;
        this.owner = owner;
        this.tally = new UsageTally(heap.geometry().cores());
    }

    public AllocationOwner owner() {
        return owner;
    }

    /** What is allocated, in order; without claims on memory that others own too. */
    public List<DeviceAllocation> allocations() {
        synchronized (heap) {
            return List.copyOf(allocations);
        }
    }

    /** Bytes by core and usage, without claims on memory that others own too. */
    public UsageTable usage() {
        synchronized (heap) {
            return tally.snapshot();
        }
    }

    /** Gives everything back. Closing again does nothing. */
    @Override
    public void close() {
        List<Runnable> lastFirst = new ArrayList<>();
        synchronized (heap) {
            closed = true;
            while (!releases.isEmpty()) {
                lastFirst.add(releases.removeLast());
            }
            allocations.clear();
        }
        // Outside of the lock: a claim may have a lock of its own, under which others allocate.
        lastFirst.forEach(Runnable::run);
        heap.forget(this);
    }

    DeviceAllocation allocate(AllocationRequest request) {
        synchronized (heap) {
            checkOpen();
            DeviceAllocation allocation = heap.allocate(request);
            allocations.add(allocation);
            tally.add(request, 1);
            releases.add(() -> release(allocation));
            return allocation;
        }
    }

    DeviceAllocation share(Object key, AllocationRequest request) {
        synchronized (heap) {
            checkOpen();
            DeviceAllocation allocation = heap.share(key, request);
            releases.add(() -> heap.unshare(key));
            return allocation;
        }
    }

    void own(Runnable release) {
        synchronized (heap) {
            checkOpen();
            releases.add(release);
        }
    }

    HeapUsage.Model snapshot() {
        return new HeapUsage.Model(owner, tally.snapshot());
    }

    private void release(DeviceAllocation allocation) {
        synchronized (heap) {
            heap.free(allocation);
            tally.add(allocation.request(), -1);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("allocations of " + owner + " were given back already");
        }
    }
}
