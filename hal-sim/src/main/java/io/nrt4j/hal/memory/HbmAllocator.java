package io.nrt4j.hal.memory;

import io.nrt4j.hal.Geometry;
import io.nrt4j.hal.memory.AllocationException.Errno;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The kernel driver's allocator of device memory: which addresses of which HBM an allocation gets.
 *
 * <p>Each HBM has a main pool and, from V2 on, a pool for small allocations in its last GiB; both are first fit. The
 * firmware's carve-out is the first allocation of the device's life. Thread-safe. Source: memory.md §6.1.
 */
public final class HbmAllocator {
    /** Every size is rounded up to a multiple of this. */
    public static final long GRANULE = 4096;

    /** Largest allocation that prefers the small pool, inclusive. */
    public static final long SMALL_ALLOCATION_MAX = 512 << 10;

    /** Size and place of an allocation as the driver keeps it. */
    public record Chunk(int channel, int region, long address, long size, DriverCategory category) {}

    private final Geometry geometry;
    private final AddressMap map;
    private final int device;
    private final Consumer<String> kernelLog;
    private final List<RegionPools> regions = new ArrayList<>();
    private final Map<Long, RegionPools> poolsOfChunk = new HashMap<>();
    private long occupied;
    private boolean warnedAligned;
    private boolean warnedPlain;

    /**
     * The allocator of a freshly initialised device, carve-outs in place.
     *
     * @param device index of the device, for messages
     * @param kernelLog receives the lines that the driver writes to the kernel log
     */
    public HbmAllocator(Geometry geometry, int device, Consumer<String> kernelLog) {
        this.geometry = geometry;
        this.map = AddressMap.of(geometry.arch());
        this.device = device;
        this.kernelLog = kernelLog;
        for (int channel = 0; channel < geometry.hbm().count(); channel++) {
            for (int region = 0; region < geometry.hbm().regions(); region++) {
                regions.add(new RegionPools(geometry.hbm(), map.hbm(channel), region));
            }
        }
        if (geometry.hbm().carveOutBytes() > 0) {
            for (int channel = 0; channel < geometry.hbm().count(); channel++) {
                allocate(channel, 0, geometry.hbm().carveOutBytes(), 0, DriverCategory.NCDEV_DEVICE);
            }
        }
    }

    /**
     * Allocates device memory.
     *
     * @param channel the HBM
     * @param region region of the HBM; ignored where there is only one
     * @param size bytes, rounded up to the granule; 0 takes one granule, so that every allocation has an address of
     *     its own
     * @param align the address is a multiple of it; 0 for none
     * @throws AllocationException EINVAL for arguments the driver refuses, ENOMEM for a full memory
     */
    public synchronized Chunk allocate(int channel, int region, long size, long align, DriverCategory category) {
        if (size < 0 || size > Long.MAX_VALUE - GRANULE) {
            throw new AllocationException(Errno.EINVAL, "size " + Long.toUnsignedString(size));
        }
        if (channel < 0 || channel >= geometry.hbm().count()) {
            throw new AllocationException(Errno.EINVAL, "channel " + channel);
        }
        int usedRegion = geometry.hbm().regions() == 1 ? 0 : region;
        if (usedRegion < 0 || usedRegion >= geometry.hbm().regions()) {
            throw new AllocationException(Errno.EINVAL, "region " + region);
        }
        long rounded = Math.max((size + GRANULE - 1) & -GRANULE, GRANULE);
        RegionPools pools = pools(channel, usedRegion);
        long address = category == DriverCategory.CONTIGUOUS_SCRATCHPAD_DEVICE
                ? contiguous(pools, channel, rounded)
                : ordinary(pools, channel, rounded, align);
        poolsOfChunk.put(address, pools);
        pools.allocated += rounded;
        occupied += rounded;
        return new Chunk(channel, usedRegion, address, rounded, category);
    }

    /**
     * Gives an allocation back.
     *
     * @throws AllocationException EINVAL if it is not allocated, or is a page of the contiguous scratchpad that is not
     *     the last one
     */
    public synchronized void free(Chunk chunk) {
        RegionPools pools = poolsOfChunk.get(chunk.address());
        if (pools == null) {
            throw new AllocationException(Errno.EINVAL, "not allocated: 0x" + Long.toHexString(chunk.address()));
        }
        if (chunk.category() == DriverCategory.CONTIGUOUS_SCRATCHPAD_DEVICE) {
            if (chunk.address() != pools.contiguousTop() - pools.contiguousBytes) {
                throw new AllocationException(
                        Errno.EINVAL, "contiguous scratchpad pages must be freed in reverse order");
            }
            pools.contiguousBytes -= chunk.size();
        }
        poolsOfChunk.remove(chunk.address());
        pools.poolOf(chunk.address()).free(chunk.address(), chunk.size());
        pools.allocated -= chunk.size();
        occupied -= chunk.size();
    }

    /** Bytes that all pools of an HBM still have, in however many pieces. */
    public synchronized long available(int channel) {
        long sum = 0;
        for (int region = 0; region < geometry.hbm().regions(); region++) {
            sum += pools(channel, region).available();
        }
        return sum;
    }

    /** Bytes allocated on the device, the carve-outs included. */
    public synchronized long occupied() {
        return occupied;
    }

    private long ordinary(RegionPools pools, int channel, long size, long align) {
        boolean small = size <= SMALL_ALLOCATION_MAX && pools.hasSmall();
        if (align > GRANULE) {
            return aligned(pools, channel, size, align, small);
        }
        long address = pools.pool(small).allocate(size, GRANULE);
        if (address == GenPool.NO_SPACE && pools.hasSmall()) {
            if (!warnedPlain) {
                warnedPlain = true;
                log(
                        "no space in %s genpool for HBM %d, needed %d, trying %s genpool",
                        name(small), channel, size, name(!small));
            }
            address = pools.pool(!small).allocate(size, GRANULE);
        }
        if (address == GenPool.NO_SPACE) {
            throw outOfMemory(pools, channel, size);
        }
        return address;
    }

    private long aligned(RegionPools pools, int channel, long size, long align, boolean small) {
        if (align > Integer.MAX_VALUE) {
            log("alignment value not supported %d", align);
            throw new AllocationException(Errno.EINVAL, "alignment " + align);
        }
        long address = pools.pool(small).allocate(size, align);
        if (address == GenPool.NO_SPACE && pools.hasSmall()) {
            if (!warnedAligned) {
                warnedAligned = true;
                log(
                        "no space in %s genpool for HBM %d, needed %d (alignment %d), trying %s genpool",
                        name(small), channel, size, align, name(!small));
            }
            address = pools.pool(!small).allocate(size, align);
        }
        if (address == GenPool.NO_SPACE) {
            String message = String.format(
                    Locale.ROOT, "Aligned memory allocation failed! size: 0x%x, alignment: 0x%x", size, align);
            kernelLog.accept(message);
            throw new AllocationException(Errno.ENOMEM, message);
        }
        return address;
    }

    private long contiguous(RegionPools pools, int channel, long size) {
        long address = pools.contiguousTop() - pools.contiguousBytes - size;
        if (address < pools.base() || !pools.pool(false).allocateAt(address, size)) {
            String message = String.format(
                    Locale.ROOT,
                    "nd %d HBM %d: Could not allocate %d bytes at offset %d for contiguous scratchpad",
                    device,
                    channel,
                    size,
                    address - pools.base());
            kernelLog.accept(message);
            throw new AllocationException(Errno.ENOMEM, message);
        }
        pools.contiguousBytes += size;
        return address;
    }

    private AllocationException outOfMemory(RegionPools pools, int channel, long size) {
        String totals = pools.hasSmall()
                ? String.format(
                        Locale.ROOT,
                        "device mempool [%d:%d] total %d occupied %d needed %d available - main gen pool %d,"
                                + " small gen pool %d",
                        device,
                        channel,
                        geometry.hbm().regionBytes(),
                        pools.allocated,
                        size,
                        pools.pool(false).available(),
                        pools.pool(true).available())
                : String.format(
                        Locale.ROOT,
                        "device mempool [%d:%d] total %d occupied %d needed %d available - main gen pool %d",
                        device,
                        channel,
                        geometry.hbm().regionBytes(),
                        pools.allocated,
                        size,
                        pools.pool(false).available());
        kernelLog.accept(totals);
        log("device regions %d occupied %d", geometry.hbm().regions(), occupied);
        return new AllocationException(Errno.ENOMEM, totals);
    }

    private RegionPools pools(int channel, int region) {
        return regions.get(channel * geometry.hbm().regions() + region);
    }

    private void log(String format, Object... args) {
        kernelLog.accept(String.format(Locale.ROOT, format, args));
    }

    private static String name(boolean small) {
        return small ? "small" : "main";
    }
}
