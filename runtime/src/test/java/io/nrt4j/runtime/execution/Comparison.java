package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.manifest.NrtDtype;
import java.util.function.IntToDoubleFunction;

/** What an output should be, in double precision, and how far each element may be off. */
final class Comparison {
    private static final int FP16_MANTISSA = 10;
    private static final int FP16_LOWEST = -14;
    private static final int BF16_MANTISSA = 7;
    private static final double FP32_SUM = 1e-6;

    private final double[] expected;
    private final IntToDoubleFunction tolerance;

    /**
     * @param expected by flat index
     * @param tolerance by flat index, inclusive
     */
    private Comparison(double[] expected, IntToDoubleFunction tolerance) {
        this.expected = expected;
        this.tolerance = tolerance;
    }

    /** The same values with another tolerance. */
    Comparison within(double distance) {
        return absolute(expected, distance);
    }

    /** Every element exact. */
    static Comparison exact(double[] expected) {
        return new Comparison(expected, i -> 0);
    }

    /** Every element within one distance. */
    static Comparison absolute(double[] expected, double distance) {
        return new Comparison(expected, i -> distance);
    }

    /** Every element within one unit in the last place of a 16-bit type at the largest magnitude. */
    static Comparison oneUlpOfLargest(double[] expected, NrtDtype type) {
        return absolute(expected, ulp(largest(expected), type));
    }

    /** Every element within a fraction of the largest magnitude. */
    static Comparison relativeToLargest(double[] expected, double fraction) {
        return absolute(expected, largest(expected) * fraction);
    }

    /**
     * Every element within one unit in the last place of a 16-bit type, apart from what fp32 sums lose where they cancel:
     * a millionth of the largest magnitude, the tolerance of fp32 outputs.
     *
     * @param before magnitude of what was rounded to 16 bits before the last step, by flat index
     */
    static Comparison oneUlp(double[] expected, NrtDtype type, IntToDoubleFunction before) {
        double slack = FP32_SUM * largest(expected);
        return new Comparison(
                expected, i -> slack + ulp(Math.max(Math.abs(expected[i]), before.applyAsDouble(i)), type));
    }

    private static double largest(double[] values) {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /** The distance of neighbours in a 16-bit type at a value. */
    static double ulp(double value, NrtDtype type) {
        return switch (type) {
            case FLOAT16 -> Math.scalb(1.0, Math.max(Math.getExponent(value), FP16_LOWEST) - FP16_MANTISSA);
            case BFLOAT16 -> Math.scalb(1.0, Math.getExponent(value) - BF16_MANTISSA);
            default -> throw new IllegalArgumentException(type + " has no 16 bits");
        };
    }

    /** Checks an output that was filled with NaNs before the run, so that an element nobody wrote is wrong, too. */
    void check(float[] actual) {
        assertThat(actual).hasSize(expected.length);
        int worst = 0;
        double worstExcess = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < expected.length; i++) {
            double excess = Math.abs(actual[i] - expected[i]) - tolerance.applyAsDouble(i);
            if (Double.isNaN(excess)) {
                excess = actual[i] == expected[i] ? 0 : Double.POSITIVE_INFINITY;
            }
            if (excess > worstExcess) {
                worst = i;
                worstExcess = excess;
            }
        }
        assertThat(worstExcess)
                .as("element %d is %s, should be %s", worst, actual[worst], expected[worst])
                .isLessThanOrEqualTo(0);
    }
}
