package io.nrt4j.hal.q7;

import io.nrt4j.hal.Arch;

/**
 * Where a library goes inside one Q7 core: {@code memory_bounds}, eight numbers in core-local bytes.
 *
 * <p>The two regions are the tails of the two memories; the firmware's own image occupies what lies before them.
 * Source: q7.md §3.2.
 *
 * @param iramBase local address of instruction memory
 * @param iramSize size of instruction memory
 * @param codeStart local address of the region for library code
 * @param codeSize size of that region
 * @param dramBase local address of data memory
 * @param dramSize size of data memory
 * @param dataStart local address of the region for library data
 * @param dataSize size of that region
 */
public record MemoryBounds(
        int iramBase,
        int iramSize,
        int codeStart,
        int codeSize,
        int dramBase,
        int dramSize,
        int dataStart,
        int dataSize) {
    public static final MemoryBounds SUNDA =
            new MemoryBounds(0, 0x10000, 0x5500, 0xAB00, 0x80000, 0x10000, 0x8E000, 0x2000);

    /** Also the bounds of every later generation. */
    public static final MemoryBounds CAYMAN =
            new MemoryBounds(0, 0x20000, 0x18000, 0x8000, 0x80000, 0x40000, 0xBE000, 0x2000);

    public MemoryBounds {
        if ((iramBase | iramSize | codeStart | codeSize | dramBase | dramSize | dataStart | dataSize) < 0) {
            throw new IllegalArgumentException("bounds are addresses and sizes below 2 GiB");
        }
    }

    /**
     * The bounds of an architecture.
     *
     * @throws IllegalArgumentException for {@link Arch#TONGA}, which has no Q7 cores
     */
    public static MemoryBounds of(Arch arch) {
        return switch (arch) {
            case TONGA -> throw new IllegalArgumentException("tonga has no Q7 cores");
            case SUNDA -> SUNDA;
            case CAYMAN, MARIANA -> CAYMAN;
        };
    }
}
