package io.nrt4j.hal.memory;

/**
 * The classes into which the runtime's memory reports add usages up, in report order.
 *
 * <p>Source: memory.md §5.1, §9.2, §9.3.
 */
public enum ReportClass {
    MODEL_CODE("model code"),
    MODEL_CONSTANTS("model constants"),
    TENSORS("tensors"),
    SHARED_SCRATCHPAD("shared scratchpad"),
    SCRATCHPAD("scratchpad"),
    RUNTIME("runtime"),
    DMA_RINGS_IO("dma rings io"),
    DMA_RINGS_SPILL("dma rings spill"),
    DMA_RINGS_COLLECTIVES("dma rings collectives"),
    DMA_RINGS_RUNTIME("dma rings runtime"),
    COLLECTIVES("collectives"),
    PROFILER_BUFFERS("profiler buffers");

    private final String label;

    ReportClass(String label) {
        this.label = label;
    }

    /** The runtime's number. */
    public int code() {
        return ordinal();
    }

    /** The name in lists and in the {@code usage:} part of a failed allocation. */
    public String label() {
        return label;
    }
}
