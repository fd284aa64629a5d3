package io.nrt4j.hal.engine.numeric;

/**
 * Floating-point types of up to 16 bits by the definition of IEEE 754, in plain arithmetic of doubles: what the codecs
 * are tested against.
 *
 * @param exponentBits width of the exponent
 * @param mantissaBits width of the mantissa
 * @param hasInfinities whether the top exponent holds infinities and NaNs; else only its last pattern is a NaN
 */
record SmallFloat(int exponentBits, int mantissaBits, boolean hasInfinities) {
    int bias() {
        return (1 << (exponentBits - 1)) - 1;
    }

    private int top() {
        return (1 << exponentBits) - 1;
    }

    int signBit() {
        return 1 << (exponentBits + mantissaBits);
    }

    /** The value of a pattern. */
    double value(int bits) {
        double sign = (bits & signBit()) == 0 ? 1 : -1;
        int magnitude = bits & signBit() - 1;
        int exponent = magnitude >> mantissaBits;
        int mantissa = magnitude & (1 << mantissaBits) - 1;
        if (exponent == top() && hasInfinities) {
            return mantissa == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
        }
        if (!hasInfinities && magnitude == signBit() - 1) {
            return Double.NaN;
        }
        return exponent == 0
                ? sign * mantissa * Math.pow(2, 1 - bias() - mantissaBits)
                : sign * (1 + mantissa / Math.pow(2, mantissaBits)) * Math.pow(2, exponent - bias());
    }

    /** The largest pattern of a finite, positive value. */
    int largest() {
        return hasInfinities ? (top() << mantissaBits) - 1 : signBit() - 2;
    }

    /**
     * The pattern of the nearest value, ties to the pattern that is even, for a magnitude below the largest value; by
     * search, not by arithmetic on bits.
     */
    int nearest(double magnitude) {
        int low = 0;
        int high = largest();
        while (high - low > 1) {
            int middle = (low + high) / 2;
            if (value(middle) <= magnitude) {
                low = middle;
            } else {
                high = middle;
            }
        }
        double below = magnitude - value(low);
        double above = value(high) - magnitude;
        if (below == above) {
            return low % 2 == 0 ? low : high;
        }
        return below < above ? low : high;
    }
}
