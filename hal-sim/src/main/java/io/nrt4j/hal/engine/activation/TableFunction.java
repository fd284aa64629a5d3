package io.nrt4j.hal.engine.activation;

/**
 * A function evaluated from a program's own piecewise-cubic tables.
 *
 * <p>Source: isa-encodings.md §6, steps 1 to 4.
 */
public final class TableFunction implements ActivationFunction {
    private static final int INFINITE_EXPONENT = 0xFF;

    private final TableSet set;
    private final TableProfile profile;

    public TableFunction(TableSet set, TableProfile profile) {
        this.set = set;
        this.profile = profile;
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
        if (bits < 0 && profile.mirrored()) {
            float result = set.evaluate(set.bucket(profile, profile.positive(), exponent, mantissa), -x);
            return profile.odd() ? -result : result;
        }
        TableSide side = bits < 0 ? profile.negative() : profile.positive();
        return set.evaluate(set.bucket(profile, side, exponent, mantissa), x);
    }
}
