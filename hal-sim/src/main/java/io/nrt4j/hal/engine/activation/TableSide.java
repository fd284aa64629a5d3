package io.nrt4j.hal.engine.activation;

/**
 * Where one half (positive or negative arguments) of a function finds its buckets.
 *
 * <p>Source: isa-encodings.md §6.
 *
 * @param controlBase control entry of the lowest exponent of the table
 * @param smallExponent biased exponent below which {@code smallBucket} applies
 * @param smallBucket bucket of small arguments
 * @param largeExponent biased exponent from which on {@code largeBucket} may apply
 * @param largeMantissa mantissa from which on it applies at that exponent; 23 bits
 * @param largeBucket bucket of large arguments
 */
public record TableSide(
        int controlBase, int smallExponent, int smallBucket, int largeExponent, int largeMantissa, int largeBucket) {
    boolean isSmall(int exponent) {
        return exponent < smallExponent;
    }

    boolean isLarge(int exponent, int mantissa) {
        return exponent > largeExponent || (exponent == largeExponent && mantissa >= largeMantissa);
    }
}
