package io.nrt4j.hal.engine.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The mathematical functions; source: isa-encodings.md §6, exec-sunda.md §5 (0x21). Values to 8 digits from tables. */
class ExactFunctionsTest {
    @ParameterizedTest
    @CsvSource({
        "exp, 1, 2.7182818",
        "exp, -1, 0.36787944",
        "ln, 10, 2.3025851",
        "tanh, 0.5, 0.46211716",
        "sin, 1, 0.84147098",
        "sqrt, 2, 1.4142136",
        "reciprocal, 8, 0.125",
        "reciprocal_sqrt, 4, 0.5",
        "square, -3, 9",
        "sign, -3, -1",
        "sign, 0, 0",
        "abs, -3, 3",
        "erf, 0.5, 0.52049988",
        "erf, -2, -0.99532227",
        "erf, 4, 0.99999998",
        "arctan, 1, 0.78539816",
        "sigmoid, 1, 0.73105858",
        "softplus, 1, 1.3132617",
        "softplus, 100, 100",
        "silu, 1, 0.73105858",
        "silu, -30, -2.8072868e-12",
        "gelu, 1, 0.84134475",
        "gelu, -1, -0.15865525",
        "gelu, -6, -5.9195e-9",
        "gelu_apprx_tanh, 1, 0.84119199",
        "relu, -1, 0",
        "relu, 2, 2",
        "leaky_relu, -2, -0.02",
        "leaky_relu, 2, 2",
        "derivative_relu, 2, 1",
        "derivative_relu, -2, 0",
        "derivative_leaky_relu, -2, 0.01",
        "derivative_identity, 5, 1",
        "derivative_silu, 1, 0.92767051",
        "derivative_gelu, 1, 1.0833155",
        "identity, -2.5, -2.5",
        "copy, -2.5, -2.5",
        "memset_zero, 3, 0",
        "is_finite, 3, 1"
    })
    void givesTheFunctionsValue(String name, float x, double expected) {
        assertThat((double) of(name).apply(x))
                .isCloseTo(expected, within(Math.max(Math.abs(expected) * 2e-5 * 1e-2, 1e-13)));
        float[] row = {x, 7};
        of(name).apply(row, 1);
        assertThat(row).containsExactly(of(name).apply(x), 7);
    }

    /** Limits, not the indefinite products that the formulas lead to; the tables of NEFFs give the same. */
    @ParameterizedTest
    @CsvSource({
        "gelu, 0",
        "gelu_apprx_tanh, 0",
        "silu, 0",
        "derivative_gelu, 0",
        "derivative_silu, 0",
        "exp, 0",
        "sigmoid, 0",
        "softplus, 0",
        "tanh, -1",
        "erf, -1",
        "relu, 0",
        "is_finite, 0"
    })
    void hasALimitAtNegativeInfinity(String name, float expected) {
        assertThat(of(name).apply(Float.NEGATIVE_INFINITY)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gelu", "gelu_apprx_tanh", "silu", "exp", "softplus", "relu"})
    void growsWithoutBound(String name) {
        assertThat(of(name).apply(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gelu", "gelu_apprx_tanh", "silu", "exp", "tanh", "ln", "reciprocal_sqrt", "erf", "relu", "sin"})
    void keepsNans(String name) {
        assertThat(of(name).apply(Float.NaN)).isNaN();
    }

    @Test
    void hasPolesAndHoles() {
        assertThat(of("ln").apply(0)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(of("ln").apply(-1)).isNaN();
        assertThat(of("reciprocal_sqrt").apply(0)).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(of("reciprocal_sqrt").apply(-1)).isNaN();
        assertThat(ExactFunctions.find("parametric_relu")).isEmpty();
    }

    private static ActivationFunction of(String name) {
        return ExactFunctions.find(name).orElseThrow();
    }
}
