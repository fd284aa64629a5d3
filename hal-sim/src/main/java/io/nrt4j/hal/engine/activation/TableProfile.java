package io.nrt4j.hal.engine.activation;

import java.util.Optional;

/**
 * How one function uses the tables of its set.
 *
 * <p>Source: isa-encodings.md §6 (the keys of {@code profile_meta_data}).
 *
 * @param id the function's number in slots
 * @param name the function's name without the table size, such as {@code exp}
 * @param exponentOffset unbiased exponent of the first control entry of either side
 * @param positive the half of positive arguments
 * @param negative the half of negative arguments
 * @param symmetry how one half gives the other one, or empty where the table holds both
 * @param nan result for NaN
 * @param positiveInfinity result for positive infinity
 * @param negativeInfinity result for negative infinity
 * @param zero result for zero of either sign
 */
public record TableProfile(
        int id,
        String name,
        int exponentOffset,
        TableSide positive,
        TableSide negative,
        Optional<TableSymmetry> symmetry,
        float nan,
        float positiveInfinity,
        float negativeInfinity,
        float zero) {}
