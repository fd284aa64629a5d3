package io.nrt4j.hal.engine.activation;

/**
 * The error function, to a few units in the last place of a double.
 *
 * <p>Near zero the series {@code 2/sqrt(pi) e^(-x^2) sum 2^n x^(2n+1) / (2n+1)!!}, whose terms are all positive, beyond
 * that the continued fraction of the complement.
 */
final class Erf {
    private static final double SERIES_LIMIT = 3;
    private static final int FRACTION_DEPTH = 60;
    private static final double TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);

    private Erf() {}

    static double of(double x) {
        if (Math.abs(x) < SERIES_LIMIT) {
            return series(x);
        }
        return x < 0 ? tail(-x) - 1 : 1 - tail(x);
    }

    /** 1 - erf(x), without cancellation for large x. */
    static double complement(double x) {
        if (Math.abs(x) < SERIES_LIMIT) {
            return 1 - series(x);
        }
        return x < 0 ? 2 - tail(-x) : tail(x);
    }

    private static double series(double x) {
        double term = x;
        double sum = x;
        for (int n = 1; Math.abs(term) > Math.ulp(sum) / 4; n++) {
            term *= 2 * x * x / (2 * n + 1);
            sum += term;
        }
        return TWO_OVER_SQRT_PI * Math.exp(-x * x) * sum;
    }

    /** The complement for x of at least the series' limit. */
    private static double tail(double x) {
        double fraction = x;
        for (int k = FRACTION_DEPTH; k > 0; k--) {
            fraction = x + k / 2.0 / fraction;
        }
        return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
    }
}
