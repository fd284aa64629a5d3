package io.nrt4j.hal.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * A first-fit pool of device addresses, as the driver's {@code gen_pool}.
 *
 * <p>Kept as runs of free bytes rather than as a bitmap: a pool of 96 GiB has as many entries as it has holes. Sizes
 * and addresses are multiples of the granule; the caller rounds.
 */
final class GenPool {
    /** What {@link #allocate} returns when no run is long enough. */
    static final long NO_SPACE = -1;

    private final TreeMap<Long, Long> freeRuns = new TreeMap<>();
    private long available;

    GenPool(long base, long size) {
        freeRuns.put(base, size);
        available = size;
    }

    /**
     * Takes the lowest free range whose address is a multiple of {@code align}.
     *
     * @param align 1 or more
     * @return its address, or {@link #NO_SPACE}
     */
    long allocate(long size, long align) {
        for (Map.Entry<Long, Long> run : freeRuns.entrySet()) {
            long start = run.getKey();
            long end = start + run.getValue();
            long aligned = start + Math.floorMod(-start, align);
            if (aligned <= end - size) {
                take(start, end, aligned, size);
                return aligned;
            }
        }
        return NO_SPACE;
    }

    /** Takes exactly this range, or says that it is not free. */
    boolean allocateAt(long address, long size) {
        Map.Entry<Long, Long> run = freeRuns.floorEntry(address);
        if (run == null || address + size > run.getKey() + run.getValue()) {
            return false;
        }
        take(run.getKey(), run.getKey() + run.getValue(), address, size);
        return true;
    }

    /** Gives a range back and joins it with its free neighbours. */
    void free(long address, long size) {
        long start = address;
        long end = address + size;
        Map.Entry<Long, Long> below = freeRuns.lowerEntry(address);
        if (below != null && below.getKey() + below.getValue() == address) {
            start = below.getKey();
        }
        Long above = freeRuns.remove(end);
        if (above != null) {
            end += above;
        }
        freeRuns.put(start, end - start);
        available += size;
    }

    /** Free bytes, in however many runs. */
    long available() {
        return available;
    }

    /** Number of free runs. */
    int runs() {
        return freeRuns.size();
    }

    private void take(long start, long end, long address, long size) {
        freeRuns.remove(start);
        if (address > start) {
            freeRuns.put(start, address - start);
        }
        if (address + size < end) {
            freeRuns.put(address + size, end - address - size);
        }
        available -= size;
    }
}
