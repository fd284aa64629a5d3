package io.nrt4j.hal.engine.numeric;

/**
 * fp32r: an fp32 whose mantissa is rounded to 13 bits, 22 bits in all, stored in 32.
 *
 * <p>Source: isa.md §4.3 ("rounded fp22"); that sign and exponent keep fp32's 9 bits follows from the count.
 */
public final class Fp22 {
    private static final int DROPPED_BITS = 10;
    private static final int F32_MAGNITUDE = 0x7FFF_FFFF;
    private static final int F32_INFINITY = 0x7F80_0000;

    private Fp22() {}

    /** The nearest fp32r value, ties to even. */
    public static float round(float value) {
        int bits = Float.floatToRawIntBits(value);
        if ((bits & F32_MAGNITUDE) >= F32_INFINITY) {
            return value;
        }
        int odd = bits >>> DROPPED_BITS & 1;
        int rounded = bits + (1 << (DROPPED_BITS - 1)) - 1 + odd;
        return Float.intBitsToFloat(rounded >>> DROPPED_BITS << DROPPED_BITS);
    }
}
