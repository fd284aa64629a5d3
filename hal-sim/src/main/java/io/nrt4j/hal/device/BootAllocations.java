package io.nrt4j.hal.device;

import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.DeviceHeap;
import io.nrt4j.hal.memory.MemoryUsage;

/**
 * What a real runtime has allocated on each core before the first model comes.
 *
 * <p>Off by default, so that addresses are those of the sheets; on, totals of memory reports look like a real device's.
 * The amounts are those that the published report leaves over for a core when its models are subtracted. Source:
 * memory.md §9.4, §12 Q11.
 */
final class BootAllocations {
    private static final long MICROCODE = 96 << 20;
    private static final long OTHER_CODE = 6 << 10;
    /** 13.062 KB in the report. */
    private static final long RUNTIME = 13376;

    private static final long RINGS = 28 << 10;

    private BootAllocations() {}

    static void take(DeviceHeap heap) {
        for (int core = 0; core < heap.geometry().cores(); core++) {
            heap.allocate(new AllocationRequest(core, MemoryUsage.UCODE_LIB, MICROCODE, 0, "microcode"));
            heap.allocate(new AllocationRequest(core, MemoryUsage.UCODE_LIB, OTHER_CODE, 0, "boot code"));
            heap.allocate(new AllocationRequest(core, MemoryUsage.GENERIC, RUNTIME, 0, "runtime"));
            heap.allocate(new AllocationRequest(core, MemoryUsage.DMA_RING, RINGS, 0, "runtime rings"));
        }
    }
}
