package io.nrt4j.hal.memory;

/** Bytes by core and usage, while they change. Guarded by the lock of its heap. */
final class UsageTally {
    private final long[][] bytes;

    UsageTally(int cores) {
        bytes = new long[cores][MemoryUsage.values().length];
    }

    void add(AllocationRequest request, long sign) {
        bytes[request.core()][request.usage().code()] += sign * request.size();
    }

    UsageTable snapshot() {
        return new UsageTable(bytes);
    }
}
