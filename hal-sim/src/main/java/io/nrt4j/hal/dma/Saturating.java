package io.nrt4j.hal.dma;

/** Arithmetic on non-negative counts that stops at {@link Long#MAX_VALUE}: hostile extents must meet a limit, not wrap. */
final class Saturating {
    private Saturating() {}

    static long multiply(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        return high != 0 || low < 0 ? Long.MAX_VALUE : low;
    }

    static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
