package io.nrt4j.hal.engine.activation;

/**
 * How a table that holds one half of a function gives the other one: {@code f(-x)} is {@code f(x)}, or
 * {@code point - f(x)} where the sign is inverted.
 *
 * <p>Source: isa-encodings.md §6 for the two flags; the keys {@code symmetry_point} and
 * {@code symmetry_opt_use_neg_region} are read off the profiles of {@code tanh} (0, positive half),
 * {@code derivative_silu} and {@code derivative_gelu} (1, negative half), whose tables give the functions only so.
 *
 * @param holdsNegative whether the half that the table holds is the negative one
 * @param inverted whether the mirrored result is subtracted from the point
 * @param point what a value and its mirror image add up to
 */
public record TableSymmetry(boolean holdsNegative, boolean inverted, float point) {
    /** The value at the other side. */
    float mirror(float result) {
        return inverted ? point - result : result;
    }
}
