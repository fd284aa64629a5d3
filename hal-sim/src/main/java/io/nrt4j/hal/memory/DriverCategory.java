package io.nrt4j.hal.memory;

/**
 * {@code mem_alloc_category_t}: the driver's accounting categories, with the sysfs node that shows each.
 *
 * <p>Source: memory.md §5.1, §10. The ordinal is the driver's number.
 */
public enum DriverCategory {
    UNKNOWN_HOST(false, "uncategorized"),
    CODE_HOST(false, "application_memory"),
    TENSORS_HOST(false, "tensors"),
    CONSTANTS_HOST(false, "constants"),
    MISC_HOST(false, "dma_buffers"),
    NCDEV_HOST(false, "driver_memory"),
    NOTIFICATION_HOST(false, "notifications"),
    UNKNOWN_DEVICE(true, "uncategorized"),
    CODE_DEVICE(true, "model_code"),
    TENSORS_DEVICE(true, "tensors"),
    CONSTANTS_DEVICE(true, "constants"),
    SCRATCHPAD_DEVICE(true, "model_shared_scratchpad"),
    MISC_DEVICE(true, "runtime_memory"),
    NCDEV_DEVICE(true, "driver_memory"),
    COLLECTIVES_DEVICE(true, "collectives"),
    SCRATCHPAD_NONSHARED_DEVICE(true, "nonshared_scratchpad"),
    NOTIFICATION_DEVICE(true, "notifications"),
    DMA_RINGS_HOST(false, "dma_rings"),
    DMA_RINGS_DEVICE(true, "dma_rings"),
    CONTIGUOUS_SCRATCHPAD_DEVICE(true, "model_shared_scratchpad");

    private final boolean device;
    private final String sysfsNode;

    DriverCategory(boolean device, String sysfsNode) {
        this.device = device;
        this.sysfsNode = sysfsNode;
    }

    /** The driver's number. */
    public int code() {
        return ordinal();
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
