package io.nrt4j.hal.engine.numeric;

/**
 * One of the 8-bit float types: sign, exponent, mantissa.
 *
 * <p>Decoding goes through a table of 256 values; encoding rounds to nearest even and then applies the configuration's
 * saturation. Source: isa.md §4.3 for the layouts; {@link Fp8Config} for the ranges.
 */
public final class Fp8Format {
    private static final int SIGN = 0x80;
    private static final int QUIET_NAN = 0x7FC0_0000;

    private final int mantissaBits;
    private final int bias;
    /** Whether the top exponent holds numbers, with all-ones as the only NaN. */
    private final boolean extended;

    private final Fp8Config config;
    private final float[] values = new float[256];
    private final int largest;

    private Fp8Format(int exponentBits, boolean extended, Fp8Config config) {
        this.mantissaBits = 7 - exponentBits;
        this.bias = (1 << (exponentBits - 1)) - 1;
        this.extended = extended;
        this.config = config;
        this.largest = extended ? 0x7E : topExponent() - 1;
        for (int bits = 0; bits < values.length; bits++) {
            values[bits] = decode(bits);
        }
    }

    /** E3M4: largest value 15.5, with infinities. */
    public static Fp8Format e3m4(Fp8Config config) {
        return new Fp8Format(3, false, config);
    }

    /** E4M3: largest value 448 without infinities, or 240 with them, as the configuration says. */
    public static Fp8Format e4m3(Fp8Config config) {
        return new Fp8Format(4, config.extendsE4m3(), config);
    }

    /** E5M2: largest value 57344, with infinities. */
    public static Fp8Format e5m2(Fp8Config config) {
        return new Fp8Format(5, false, config);
    }

    /** The value of 8 bits. */
    public float toFloat(int bits) {
        return values[bits & 0xFF];
    }

    /** The largest finite value. */
    public float maxValue() {
        return values[largest];
    }

    /** The 8 bits nearest to a value. */
    public int fromFloat(float value) {
        int sign = Float.floatToRawIntBits(value) >>> 24 & SIGN;
        if (Float.isNaN(value)) {
            return sign | (config.saturateNan() ? largest : nan());
        }
        float magnitude = Math.abs(value);
        if (Float.isInfinite(magnitude)) {
            return sign | (config.saturateInfinity() ? largest : overflow());
        }
        int rounded = round(magnitude);
        if (rounded > largest) {
            return sign | (config.saturate() ? largest : overflow());
        }
        return sign | rounded;
    }

    /** Rounds a finite magnitude; the result may lie beyond {@link #largest}. */
    private int round(float magnitude) {
        int bits = Float.floatToRawIntBits(magnitude);
        int exponent = (bits >>> 23) - 127;
        int lowest = 1 - bias;
        if (exponent < lowest) {
            return (int) Math.rint(magnitude * (double) (1 << mantissaBits) * Math.scalb(1.0, -lowest));
        }
        int dropped = 23 - mantissaBits;
        int odd = bits >>> dropped & 1;
        long rounded = ((bits & 0xFFFF_FFFFL) + (1L << (dropped - 1)) - 1 + odd) >>> dropped;
        return (int) (rounded - ((long) (127 - bias) << mantissaBits));
    }

    private int topExponent() {
        return 0x7F >>> mantissaBits << mantissaBits;
    }

    private int nan() {
        return 0x7F;
    }

    /** The pattern for a magnitude out of range without saturation. */
    private int overflow() {
        return extended ? nan() : topExponent();
    }

    private float decode(int bits) {
        float sign = (bits & SIGN) == 0 ? 1f : -1f;
        int magnitude = bits & 0x7F;
        int exponent = magnitude >>> mantissaBits;
        int mantissa = magnitude & (1 << mantissaBits) - 1;
        if (extended ? magnitude == 0x7F : magnitude > topExponent()) {
            return Float.intBitsToFloat(QUIET_NAN);
        }
        if (!extended && magnitude == topExponent()) {
            return sign * Float.POSITIVE_INFINITY;
        }
        if (exponent == 0) {
            return sign * Math.scalb((float) mantissa, 1 - bias - mantissaBits);
        }
        return sign * Math.scalb((float) (mantissa | 1 << mantissaBits), exponent - bias - mantissaBits);
    }
}
