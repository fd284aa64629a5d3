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
        synchronized (heap) {
            if (closed) {
                return;
            }
            closed = true;
            while (!releases.isEmpty()) {
                releases.removeLast().run();
            }
            allocations.clear();
            heap.forget(this);
        }
    }

    DeviceAllocation allocate(AllocationRequest request) {
        synchronized (heap) {
            checkOpen();
            DeviceAllocation allocation = heap.allocate(request);
            allocations.add(allocation);
            tally.add(request, 1);
            releases.add(() -> {
                heap.free(allocation);
                tally.add(request, -1);
            });
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

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("allocations of " + owner + " were given back already");
        }
    }
}
