package io.nrt4j.hal.memory;

import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.memory.AllocationException.Errno;
import io.nrt4j.hal.memory.HbmAllocator.Chunk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The runtime's allocation layer ({@code dmem}) of one device: allocates for cores, and keeps account by HBM, core,
 * usage and model.
 *
 * <p>Reports count the bytes asked for, not the granules taken. Thread-safe. Source: memory.md §5.
 */
public final class DeviceHeap {
    private final Geometry geometry;
    private final HbmAllocator driver;
    private final List<DeviceMemory> hbms;
    private final boolean driverAligns;
    private final UsageTally tally;
    private final long[] channels;
    private final Set<AllocationSet> models = new LinkedHashSet<>();
    private final Map<Object, Shared> shared = new HashMap<>();

    private static final class Shared {
        final DeviceAllocation allocation;
        int holders;

        Shared(DeviceAllocation allocation) {
            this.allocation = allocation;
        }
    }

    /**
     * @param hbms the memories by channel
     * @param driverAligns whether the driver can align allocations; older ones cannot, and the heap takes more than
     *     asked for and skips to the boundary
     */
    public DeviceHeap(Geometry geometry, HbmAllocator driver, List<DeviceMemory> hbms, boolean driverAligns) {
        this.geometry = geometry;
        this.driver = driver;
        this.hbms = List.copyOf(hbms);
        this.driverAligns = driverAligns;
        this.tally = new UsageTally(geometry.cores());
        this.channels = new long[geometry.hbm().count()];
    }

    public Geometry geometry() {
        return geometry;
    }

    /** Whether the driver can align allocations. */
    public boolean driverAligns() {
        return driverAligns;
    }

    /** The memory of a channel. */
    public DeviceMemory hbm(int channel) {
        return hbms.get(channel);
    }

    /** Bytes an HBM can still give, in however many pieces. */
    public long available(int channel) {
        return driver.available(channel);
    }

    /**
     * Opens a transaction: what is allocated in it is given back unless it is committed.
     *
     * @param owner whom reports name as the holder
     */
    public AllocationScope open(AllocationOwner owner) {
        return new AllocationScope(newSet(owner));
    }

    /** Bytes asked for and allocated in an HBM. */
    public synchronized long allocated(int channel) {
        return channels[channel];
    }

    /** A snapshot of the accounting. */
    public synchronized HeapUsage usage() {
        return new HeapUsage(
                tally.snapshot(),
                LongStream.of(channels).boxed().toList(),
                models.stream().map(AllocationSet::snapshot).toList());
    }

    /**
     * Allocates for the runtime itself, outside of any transaction; the caller frees it.
     *
     * @throws AllocationException as {@link HbmAllocator#allocate}
     */
    public DeviceAllocation allocate(AllocationRequest request) {
        return allocate(request, request.usage().deviceCategory());
    }

    /** Allocates under another driver category than the usage's own. */
    synchronized DeviceAllocation allocate(AllocationRequest request, DriverCategory category) {
        if (request.core() < 0 || request.core() >= geometry.cores()) {
            throw new AllocationException(Errno.EINVAL, "core " + request.core());
        }
        boolean pad = !driverAligns && request.alignment() > 0;
        if (pad && request.size() > Long.MAX_VALUE - request.alignment()) {
            throw new AllocationException(Errno.EINVAL, "size " + request.size());
        }
        Chunk chunk = pad
                ? take(request.core(), request.size() + request.alignment(), 0, category)
                : take(request.core(), request.size(), request.alignment(), category);
        // The runtime's arithmetic moves an address that is aligned already by a whole alignment (memory.md §5.4).
        long alignOffset = pad ? ((chunk.address() + request.alignment()) & -request.alignment()) - chunk.address() : 0;
        DeviceAllocation allocation = new DeviceAllocation(request, chunk, alignOffset, hbm(chunk.channel()));
        tally.add(request, 1);
        channels[chunk.channel()] += request.size();
        return allocation;
    }

    /** Gives an allocation back and forgets what was written to it. Must be called once for each. */
    public synchronized void free(DeviceAllocation allocation) {
        Chunk chunk = allocation.chunk();
        driver.free(chunk);
        hbm(chunk.channel()).discard(chunk.address(), chunk.size());
        tally.add(allocation.request(), -1);
        channels[chunk.channel()] -= allocation.size();
    }

    synchronized DeviceAllocation share(Object key, AllocationRequest request) {
        Shared entry = shared.get(key);
        if (entry == null) {
            entry = new Shared(allocate(request));
            shared.put(key, entry);
        }
        entry.holders++;
        return entry.allocation;
    }

    synchronized void unshare(Object key) {
        Shared entry = shared.get(key);
        if (entry != null && --entry.holders == 0) {
            shared.remove(key);
            free(entry.allocation);
        }
    }

    synchronized AllocationSet newSet(AllocationOwner owner) {
        AllocationSet set = new AllocationSet(this, owner);
        if (owner.kind() == AllocationOwner.Kind.MODEL) {
            models.add(set);
        }
        return set;
    }

    synchronized void forget(AllocationSet set) {
        models.remove(set);
    }

    /**
     * TONGA's cores own one region of each channel, so a full one leaves the other channel; elsewhere a core has
     * exactly its default HBM.
     */
    private Chunk take(int core, long size, long align, DriverCategory category) {
        int channel = geometry.defaultHbm(core);
        int region = geometry.defaultRegion(core);
        List<Integer> order = new ArrayList<>(List.of(channel));
        if (geometry.hbm().regions() > 1) {
            for (int other = channel + 1; other < geometry.hbm().count(); other++) {
                order.add(other);
            }
        }
        AllocationException last = null;
        for (int candidate : order) {
            try {
                return driver.allocate(candidate, region, size, align, category);
            } catch (AllocationException e) {
                if (e.errno() != Errno.ENOMEM) {
                    throw e;
                }
                last = e;
            }
        }
        throw last == null ? new IllegalStateException("no channel") : last;
    }
}
