package io.nrt4j.hal;

import java.util.List;

/**
 * Which physical core of a device stands behind a logical number.
 *
 * <p>Source: hal.md §1.4. On a real trn2 the driver swaps SENGs, so that the first core of device 0 is physical core 4;
 * the emulator counts straight unless asked (hal.md §6 H12).
 */
public enum CoreMap {
    /** Logical number = physical core. */
    IDENTITY,
    /** The V3 driver's table. */
    SENG_SWAP,
    /** The V3 driver's table on the turned dies of UltraServer nodes 1 and 3. */
    SENG_SWAP_DIE_FLIP;

    private static final List<List<Integer>> SENG_ORDERS = List.of(
            List.of(4, 5, 6, 7, 2, 3, 0, 1),
            List.of(2, 3, 0, 1, 4, 5, 6, 7),
            List.of(0, 1, 2, 3, 6, 7, 4, 5),
            List.of(6, 7, 4, 5, 0, 1, 2, 3));

    /**
     * The physical core of a logical number.
     *
     * @param arch only V3 and V4 have a map; others count straight whatever is asked
     * @param device device index in the instance, 0 to 15
     * @param core number of the core in its device
     */
    public int physical(Arch arch, int device, int core) {
        if (arch == Arch.TONGA || arch == Arch.SUNDA) {
            return core;
        }
        return switch (this) {
            case IDENTITY -> core;
            case SENG_SWAP -> order(device).get(core);
            case SENG_SWAP_DIE_FLIP -> order(device).get(core ^ 6);
        };
    }

    /** Devices 0,2,8,10 share a row, so do 1,3,9,11 and 4,6,12,14 and 5,7,13,15: bits 2 and 0 of the index decide. */
    private static List<Integer> order(int device) {
        return SENG_ORDERS.get((device >> 1 & 2) | (device & 1));
    }
}
