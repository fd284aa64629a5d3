package io.nrt4j.hal.engine.numeric;

/**
 * bfloat16: the upper half of an fp32.
 *
 * <p>Rounding to nearest even, overflow to infinity, NaNs stay NaNs. Source: isa.md §4.3.
 */
public final class BrainFloat {
    private static final int F32_MAGNITUDE = 0x7FFF_FFFF;
    private static final int F32_INFINITY = 0x7F80_0000;
    private static final int QUIET = 0x40;

    private BrainFloat() {}

    /** The value of 16 bits. */
    public static float toFloat(int bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    /** The 16 bits nearest to a value. */
    public static int fromFloat(float value) {
        int bits = Float.floatToRawIntBits(value);
        if ((bits & F32_MAGNITUDE) > F32_INFINITY) {
            return bits >>> 16 | QUIET;
        }
        return (bits + 0x7FFF + (bits >>> 16 & 1)) >>> 16;
    }
}
