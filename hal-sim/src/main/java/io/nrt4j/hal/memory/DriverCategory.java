package io.nrt4j.hal.memory;

/**
 * {@code mem_alloc_category_t}: the driver's accounting categories, with the sysfs node that shows each.
 *
 * <p>Source: memory.md §5.1, §10.
 */
public enum DriverCategory {
    UNKNOWN_HOST(0, false, "uncategorized"),
    CODE_HOST(1, false, "application_memory"),
    TENSORS_HOST(2, false, "tensors"),
    CONSTANTS_HOST(3, false, "constants"),
    MISC_HOST(4, false, "dma_buffers"),
    NCDEV_HOST(5, false, "driver_memory"),
    NOTIFICATION_HOST(6, false, "notifications"),
    UNKNOWN_DEVICE(7, true, "uncategorized"),
    CODE_DEVICE(8, true, "model_code"),
    TENSORS_DEVICE(9, true, "tensors"),
    CONSTANTS_DEVICE(10, true, "constants"),
    SCRATCHPAD_DEVICE(11, true, "model_shared_scratchpad"),
    MISC_DEVICE(12, true, "runtime_memory"),
    NCDEV_DEVICE(13, true, "driver_memory"),
    COLLECTIVES_DEVICE(14, true, "collectives"),
    SCRATCHPAD_NONSHARED_DEVICE(15, true, "nonshared_scratchpad"),
    NOTIFICATION_DEVICE(16, true, "notifications"),
    DMA_RINGS_HOST(17, false, "dma_rings"),
    DMA_RINGS_DEVICE(18, true, "dma_rings"),
    CONTIGUOUS_SCRATCHPAD_DEVICE(19, true, "model_shared_scratchpad");

    private final int code;
    private final boolean device;
    private final String sysfsNode;

    DriverCategory(int code, boolean device, String sysfsNode) {
        this.code = code;
        this.device = device;
        this.sysfsNode = sysfsNode;
    }

    /** The driver's number. */
    public int code() {
        return code;
    }

    /** Whether the category counts device memory. */
    public boolean device() {
        return device;
    }

    /**
     * The node below {@code stats/memory_usage/device_mem} or {@code host_mem}. For CODE_HOST and MISC_HOST no source
     * names the node; they take the two of the host list that nothing else claims.
     */
    public String sysfsNode() {
        return sysfsNode;
    }
}
