package io.nrt4j.runtime.c;

/**
 * {@code nrt_tensor_device_allocation_info_t}. Source: nrt-api.md §2, §4.3.
 *
 * @param physicalAddress device address of the tensor's first byte
 * @param size bytes of the storage, which may be more than the tensor's
 * @param hbmIndex the HBM
 */
public record DeviceAllocationInfo(long physicalAddress, long size, int hbmIndex) {
    /** Bytes of the struct. */
    public static final int BYTES = 24;
}
