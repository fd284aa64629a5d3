package io.nrt4j.hal.memory;

import io.nrt4j.hal.memory.HbmAllocator.Chunk;

/**
 * {@code dmem_t}: a piece of device memory.
 *
 * <p>Source: memory.md §5.2.
 */
public final class DeviceAllocation {
    private final AllocationRequest request;
    private final Chunk chunk;
    private final long alignOffset;
    private final DeviceMemory memory;

    DeviceAllocation(AllocationRequest request, Chunk chunk, long alignOffset, DeviceMemory memory) {
        this.request = request;
        this.chunk = chunk;
        this.alignOffset = alignOffset;
        this.memory = memory;
    }

    /** What was asked for. */
    public AllocationRequest request() {
        return request;
    }

    /** Bytes asked for; this is what reports count. */
    public long size() {
        return request.size();
    }

    /** First usable device address. */
    public long address() {
        return chunk.address() + alignOffset;
    }

    /** Distance of {@link #address} from what the driver handed out; not 0 only with a driver that cannot align. */
    public long alignOffset() {
        return alignOffset;
    }

    /** The HBM. */
    public int channel() {
        return chunk.channel();
    }

    /** Bytes that the driver took for it. */
    public long allocatedSize() {
        return chunk.size();
    }

    /** The memory in which it lies. */
    public DeviceMemory memory() {
        return memory;
    }

    Chunk chunk() {
        return chunk;
    }
}
