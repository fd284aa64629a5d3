package io.nrt4j.hal.memory;

/**
 * The classes into which the runtime's memory reports add usages up, in report order.
 *
 * <p>Source: memory.md §5.1, §9.2, §9.3.
 */
public enum ReportClass {
    MODEL_CODE(0, "model code"),
    MODEL_CONSTANTS(1, "model constants"),
    TENSORS(2, "tensors"),
    SHARED_SCRATCHPAD(3, "shared scratchpad"),
    SCRATCHPAD(4, "scratchpad"),
    RUNTIME(5, "runtime"),
    DMA_RINGS_IO(6, "dma rings io"),
    DMA_RINGS_SPILL(7, "dma rings spill"),
    DMA_RINGS_COLLECTIVES(8, "dma rings collectives"),
    DMA_RINGS_RUNTIME(9, "dma rings runtime"),
    COLLECTIVES(10, "collectives"),
    PROFILER_BUFFERS(11, "profiler buffers");

    private final int code;
    private final String label;

    ReportClass(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** The runtime's number. */
    public int code() {
        return code;
    }

    /** The name in lists and in the {@code usage:} part of a failed allocation. */
    public String label() {
        return label;
    }
}
