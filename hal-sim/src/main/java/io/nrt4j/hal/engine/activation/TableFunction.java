package io.nrt4j.hal.engine.activation;

import org.jspecify.annotations.Nullable;

/**
 * A function evaluated from a program's own piecewise-cubic tables.
 *
 * <p>Source: isa-encodings.md §6, steps 1 to 4.
 */
public final class TableFunction implements ActivationFunction {
    private static final int INFINITE_EXPONENT = 0xFF;

    private final TableSet set;
    private final TableProfile profile;
    private final @Nullable TableSymmetry symmetry;

    public TableFunction(TableSet set, TableProfile profile) {
        this.set = set;
        this.profile = profile;
        this.symmetry = profile.symmetry().orElse(null);
    }

    @Override
    public float apply(float x) {
        int bits = Float.floatToRawIntBits(x);
        int exponent = bits >>> 23 & INFINITE_EXPONENT;
        int mantissa = bits & 0x7F_FFFF;
        if (exponent == INFINITE_EXPONENT) {
            if (mantissa != 0) {
                return profile.nan();
            }
            return bits < 0 ? profile.negativeInfinity() : profile.positiveInfinity();
        }
        if (bits << 1 == 0) {
            return profile.zero();
        }
        boolean negative = bits < 0;
        TableSymmetry mirror = symmetry;
        if (mirror == null || mirror.holdsNegative() == negative) {
            return half(negative, exponent, mantissa, x);
        }
        return mirror.mirror(half(!negative, exponent, mantissa, -x));
    }

    private float half(boolean negative, int exponent, int mantissa, float x) {
        TableSide side = negative ? profile.negative() : profile.positive();
        return set.evaluate(set.bucket(profile, side, exponent, mantissa), x);
    }
}
