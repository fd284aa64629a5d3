package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.variable.StagingAllocator;

/** Device memory from the scope of a load, in the default HBM of one core. */
final class StagedImageMemory implements ImageMemory, CoreProgram.Writer {
    private final StagingAllocator allocator;
    private final int core;
    private final DeviceMemory memory;

    StagedImageMemory(StagingAllocator allocator, int core) {
        this.allocator = allocator;
        this.core = core;
        this.memory = allocator.device().hbm(allocator.device().geometry().defaultHbm(core));
    }

    @Override
    public long place(MemoryDemand demand) {
        DeviceAllocation allocation = allocator.allocate(
                LoadStage.IMAGES,
                new AllocationRequest(
                        core,
                        demand.usage(),
                        demand.bytes(),
                        demand.alignment(),
                        demand.use().hint()));
        return allocation.address();
    }

    @Override
    public void write(long address, ByteBuf bytes) {
        memory.write(address, bytes);
    }
}
