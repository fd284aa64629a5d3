package io.nrt4j.runtime.execution;

/**
 * A tensor on a device.
 *
 * @param address device address of its first byte
 * @param size bytes
 */
public record TensorPlace(long address, long size) {
    /** Whether a byte belongs to both. */
    boolean overlaps(TensorPlace other) {
        return address < other.address + other.size && other.address < address + size;
    }
}
