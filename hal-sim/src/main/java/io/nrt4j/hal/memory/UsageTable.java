package io.nrt4j.hal.memory;

import java.util.Arrays;

/** Bytes by physical core and usage, at one moment ({@code memory_usage_nc} of memory.md §5.7). */
public final class UsageTable {
    private final long[][] bytes;

    UsageTable(long[][] bytes) {
        this.bytes = Arrays.stream(bytes).map(long[]::clone).toArray(long[][]::new);
    }

    public int cores() {
        return bytes.length;
    }

    public long bytes(int core, MemoryUsage usage) {
        return bytes[core][usage.code()];
    }

    /** The sum over the usages of a report class. */
    public long bytes(int core, ReportClass reportClass) {
        return Arrays.stream(MemoryUsage.values())
                .filter(u -> u.reportClass() == reportClass)
                .mapToLong(u -> bytes(core, u))
                .sum();
    }

    /** The sum over the usages of a driver category. */
    public long bytes(int core, DriverCategory category) {
        return Arrays.stream(MemoryUsage.values())
                .filter(u -> u.deviceCategory() == category)
                .mapToLong(u -> bytes(core, u))
                .sum();
    }

    /** The sum over all usages. */
    public long total(int core) {
        return Arrays.stream(bytes[core]).sum();
    }

    /** The sum over all cores and usages. */
    public long total() {
        return Arrays.stream(bytes).flatMapToLong(Arrays::stream).sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UsageTable table && Arrays.deepEquals(bytes, table.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(bytes);
    }

    @Override
    public String toString() {
        return "UsageTable" + Arrays.deepToString(bytes);
    }
}
