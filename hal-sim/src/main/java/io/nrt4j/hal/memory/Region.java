package io.nrt4j.hal.memory;

/**
 * A range of device addresses that belongs to one block.
 *
 * @param block what answers there
 * @param owner which of them: core, HBM, DMA engine or TopSP, as {@link Block} says
 * @param unit which part of the owner; 0 where it has none
 * @param base first device address
 * @param size bytes
 */
public record Region(Block block, int owner, int unit, long base, long size) {
    /** First address behind the region. */
    public long end() {
        return base + size;
    }

    /** Whether {@code address} lies in the region. */
    public boolean contains(long address) {
        return address >= base && address - base < size;
    }
}
