package io.nrt4j.hal.isa.analysis;

/** For each byte offset of a partition the partitions in which something is true: 128 bits per offset. */
final class ByteMap {
    private final long[] low;
    private final long[] high;

    ByteMap(int bytesPerPartition) {
        low = new long[bytesPerPartition];
        high = new long[bytesPerPartition];
    }

    /** A set of partitions. */
    record Partitions(long low, long high) {
        /** {@code count} partitions from {@code first} on, cut off behind the last. */
        static Partitions range(long first, long count) {
            long end = Math.min(first + count, 128);
            return new Partitions(bits(first, Math.min(end, 64)), bits(first - 64, end - 64));
        }

        private static long bits(long from, long to) {
            long start = Math.max(from, 0);
            if (to <= start) {
                return 0;
            }
            long width = to - start;
            return (width >= 64 ? -1L : (1L << width) - 1) << start;
        }

        Partitions and(Partitions other) {
            return new Partitions(low & other.low, high & other.high);
        }

        Partitions or(Partitions other) {
            return new Partitions(low | other.low, high | other.high);
        }

        boolean isEmpty() {
            return (low | high) == 0;
        }

        /** The lowest partition of a set that is not empty. */
        int first() {
            return low != 0 ? Long.numberOfTrailingZeros(low) : 64 + Long.numberOfTrailingZeros(high);
        }
    }

    int bytesPerPartition() {
        return low.length;
    }

    /** Sets a byte run in some partitions; what lies outside is left out. */
    void set(long offset, long length, Partitions partitions) {
        int end = inside(offset + length);
        for (int i = inside(offset); i < end; i++) {
            low[i] |= partitions.low();
            high[i] |= partitions.high();
        }
    }

    private int inside(long offset) {
        return (int) Math.max(0, Math.min(offset, low.length));
    }

    /** The first byte offset of a run that is not set in all of some partitions, or -1. */
    int firstUnset(long offset, long length, Partitions partitions) {
        int end = inside(offset + length);
        for (int i = inside(offset); i < end; i++) {
            if ((partitions.low() & ~low[i]) != 0 || (partitions.high() & ~high[i]) != 0) {
                return i;
            }
        }
        return -1;
    }

    /** Which of some partitions do not have a byte set. */
    Partitions unset(int offset, Partitions partitions) {
        return new Partitions(partitions.low() & ~low[offset], partitions.high() & ~high[offset]);
    }
}
