package io.nrt4j.hal;

/**
 * The rule for the number of physical cores in a logical core (LNC).
 *
 * <p>Source: hal.md §1.5: non-zero, a power of two, not above what a virtual core can hold, and a divisor of the cores
 * of a device. SUNDA always has 1.
 */
public final class LogicalCoreSize {
    private LogicalCoreSize() {}

    /** Whether devices of this geometry can be divided into logical cores of {@code size} physical cores. */
    public static boolean isValid(Geometry geometry, int size) {
        return size > 0
                && Integer.bitCount(size) == 1
                && size <= geometry.maxLogicalCoreSize()
                && geometry.cores() % size == 0;
    }
}
