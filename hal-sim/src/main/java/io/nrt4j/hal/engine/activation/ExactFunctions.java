package io.nrt4j.hal.engine.activation;

import java.util.Map;
import java.util.Optional;

/**
 * The functions of the activation engine as mathematics defines them, computed in double precision and rounded once.
 *
 * <p>Keyed by the names of the table sets. Source: isa-encodings.md §6, exec-sunda.md §5 (0x21), exec-corpus.md §1.
 */
public final class ExactFunctions {
    private static final double SQRT_HALF = Math.sqrt(0.5);
    private static final double SQRT_2_OVER_PI = Math.sqrt(2 / Math.PI);
    private static final double GELU_CUBIC = 0.044715;
    private static final double LEAKY_SLOPE = 0.01;

    private static final Map<String, ActivationFunction> BY_NAME = Map.ofEntries(
            Map.entry("identity", x -> x),
            Map.entry("copy", x -> x),
            Map.entry("relu", x -> Math.max(x, 0f)),
            Map.entry("leaky_relu", x -> x < 0 ? (float) (LEAKY_SLOPE * x) : x),
            Map.entry("tanh", x -> (float) Math.tanh(x)),
            Map.entry("exp", x -> (float) Math.exp(x)),
            Map.entry("ln", x -> (float) Math.log(x)),
            Map.entry("sin", x -> (float) Math.sin(x)),
            Map.entry("sqrt", x -> (float) Math.sqrt(x)),
            Map.entry("reciprocal", x -> 1f / x),
            Map.entry("reciprocal_sqrt", x -> (float) (1 / Math.sqrt(x))),
            Map.entry("square", x -> x * x),
            Map.entry("sign", Math::signum),
            Map.entry("abs", Math::abs),
            Map.entry("is_finite", x -> Float.isFinite(x) ? 1f : 0f),
            Map.entry("erf", x -> (float) Erf.of(x)),
            Map.entry("arctan", x -> (float) Math.atan(x)),
            Map.entry("sigmoid", x -> (float) sigmoid(x)),
            Map.entry("softplus", x -> (float) softplus(x)),
            Map.entry("silu", x -> (float) silu(x)),
            Map.entry("gelu", x -> (float) gelu(x)),
            Map.entry("gelu_apprx_tanh", x -> (float) geluTanh(x)),
            Map.entry("derivative_identity", x -> 1f),
            Map.entry("derivative_relu", x -> x > 0 ? 1f : 0f),
            Map.entry("derivative_leaky_relu", x -> x > 0 ? 1f : (float) LEAKY_SLOPE),
            Map.entry("derivative_silu", x -> (float) silu1(x)),
            Map.entry("derivative_gelu", x -> (float) derivativeGelu(x)),
            Map.entry("memset_zero", x -> 0f));

    private ExactFunctions() {}

    /** The function of a name, or empty for one whose definition is not known. */
    public static Optional<ActivationFunction> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private static double softplus(double x) {
        return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    /** x * sigmoid(x), with the limit 0 where x is so negative that the sigmoid vanishes. */
    private static double silu(double x) {
        return x == Double.NEGATIVE_INFINITY ? 0 : x * sigmoid(x);
    }

    private static double silu1(double x) {
        double s = sigmoid(x);
        return Double.isInfinite(x) ? s : s * (1 + x * (1 - s));
    }

    /** x * cdf(x), with the limit 0 at negative infinity, which the tables of NEFFs have too. */
    private static double gelu(double x) {
        return x == Double.NEGATIVE_INFINITY ? 0 : x * normalCdf(x);
    }

    private static double derivativeGelu(double x) {
        return Double.isInfinite(x) ? normalCdf(x) : normalCdf(x) + x * normalPdf(x);
    }

    private static double normalCdf(double x) {
        return 0.5 * Erf.complement(-x * SQRT_HALF);
    }

    private static double normalPdf(double x) {
        return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
    }

    private static double geluTanh(double x) {
        return x == Double.NEGATIVE_INFINITY
                ? 0
                : 0.5 * x * (1 + Math.tanh(SQRT_2_OVER_PI * (x + GELU_CUBIC * x * x * x)));
    }
}
