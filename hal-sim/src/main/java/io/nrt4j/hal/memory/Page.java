package io.nrt4j.hal.memory;

/**
 * The bytes of one page of a {@link DeviceMemory}, for callers that read or write many words and cannot afford a
 * look-up for each.
 *
 * <p>The byte at device address {@code a} is {@code array()[start() + DeviceMemory.inPage(a)]} when the memory's base is
 * a multiple of the page size, which holds for every HBM. A page obtained for reading must not be written to.
 */
public final class Page {
    private final byte[] array;
    private final int start;
    private final boolean writable;

    Page(byte[] array, int start, boolean writable) {
        this.array = array;
        this.start = start;
        this.writable = writable;
    }

    public byte[] array() {
        return array;
    }

    /** Index of the page's first byte in {@link #array()}. */
    public int start() {
        return start;
    }

    /** Whether the bytes belong to the memory alone; otherwise they are shared and read-only. */
    public boolean writable() {
        return writable;
    }
}
