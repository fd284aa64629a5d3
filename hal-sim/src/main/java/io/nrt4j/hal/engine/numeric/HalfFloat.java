package io.nrt4j.hal.engine.numeric;

/**
 * IEEE 754 binary16 ("fp16"), to and from fp32.
 *
 * <p>Rounding to nearest even, overflow to infinity, denormals kept, NaN payloads kept as far as they fit. Source:
 * isa.md §4.3; exec-corpus.md §8 for overflow and denormals.
 */
public final class HalfFloat {
    private static final float[] VALUES = table();

    private static final int F32_MAGNITUDE = 0x7FFF_FFFF;
    private static final int F32_INFINITY = 0x7F80_0000;
    private static final int F16_INFINITY = 0x7C00;
    private static final int F16_QUIET = 0x0200;
    /** Smallest fp32 pattern that rounds to fp16 infinity: 65520. */
    private static final int F32_OVERFLOW = 0x477F_F000;
    /** fp32 pattern of 2^-14, the smallest normal fp16. */
    private static final int F32_MIN_NORMAL = 0x3880_0000;
    /** The exponent rebias 127 - 15, in fp32's exponent position. */
    private static final int REBIAS = 112 << 23;
    /** 0.5f: adding it to a value below 2^-14 leaves the rounded fp16 denormal in the low mantissa bits. */
    private static final float DENORMAL_MAGIC = 0.5f;

    private HalfFloat() {}

    /** The value of 16 bits. */
    public static float toFloat(int bits) {
        return VALUES[bits & 0xFFFF];
    }

    /** The 16 bits nearest to a value. */
    public static int fromFloat(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        int magnitude = bits & F32_MAGNITUDE;
        if (magnitude >= F32_OVERFLOW) {
            return sign | (magnitude > F32_INFINITY ? nan(magnitude) : F16_INFINITY);
        }
        if (magnitude < F32_MIN_NORMAL) {
            float shifted = Float.intBitsToFloat(magnitude) + DENORMAL_MAGIC;
            return sign | Float.floatToRawIntBits(shifted) - Float.floatToRawIntBits(DENORMAL_MAGIC);
        }
        int odd = magnitude >>> 13 & 1;
        return sign | ((magnitude - REBIAS + 0xFFF + odd) >>> 13);
    }

    private static int nan(int magnitude) {
        return F16_INFINITY | F16_QUIET | ((magnitude >>> 13) & 0x3FF);
    }

    private static float[] table() {
        float[] values = new float[1 << 16];
        for (int bits = 0; bits < values.length; bits++) {
            values[bits] = decode(bits);
        }
        return values;
    }

    private static float decode(int bits) {
        int sign = (bits & 0x8000) << 16;
        int exponent = bits >>> 10 & 0x1F;
        int mantissa = bits & 0x3FF;
        if (exponent == 0x1F) {
            return Float.intBitsToFloat(sign | 0x7F80_0000 | mantissa << 13);
        }
        if (exponent == 0) {
            float magnitude = mantissa * 0x1p-24f;
            return sign == 0 ? magnitude : -magnitude;
        }
        return Float.intBitsToFloat(sign | ((((exponent << 10) | mantissa) + (112 << 10)) << 13));
    }
}
