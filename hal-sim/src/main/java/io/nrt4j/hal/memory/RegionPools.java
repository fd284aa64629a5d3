package io.nrt4j.hal.memory;

import io.nrt4j.hal.Geometry;
import org.jspecify.annotations.Nullable;

/** The two pools of one region of an HBM. Guarded by the allocator's lock. */
final class RegionPools {
    private final long base;
    private final long mainEnd;
    private final GenPool main;
    private final @Nullable GenPool small;

    /** Bytes handed out, the carve-out included. */
    long allocated;

    /** Size of the contiguous scratchpad, which grows downwards from the end of the main pool. */
    long contiguousBytes;

    RegionPools(Geometry.Hbm hbm, long channelBase, int region) {
        base = channelBase + region * hbm.regionBytes();
        long mainBytes = hbm.regionBytes() - hbm.smallPoolBytes();
        mainEnd = base + mainBytes;
        main = new GenPool(base, mainBytes);
        small = hbm.smallPoolBytes() == 0 ? null : new GenPool(mainEnd, hbm.smallPoolBytes());
    }

    long base() {
        return base;
    }

    boolean hasSmall() {
        return small != null;
    }

    /** The small pool if asked for and there, else the main one. */
    GenPool pool(boolean smallOne) {
        return smallOne && small != null ? small : main;
    }

    /** The pool an address was taken from. */
    GenPool poolOf(long address) {
        return pool(address >= mainEnd);
    }

    long contiguousTop() {
        return mainEnd;
    }

    long available() {
        return main.available() + (small == null ? 0 : small.available());
    }
}
