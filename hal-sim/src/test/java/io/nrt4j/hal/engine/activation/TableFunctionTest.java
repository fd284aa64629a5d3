package io.nrt4j.hal.engine.activation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The piecewise cubics; source: isa-encodings.md §6, steps 1 to 4. */
class TableFunctionTest {
    private static final int SMALL = 0;
    private static final int LARGE = 1;
    private static final int NEGATIVE_SMALL = 2;
    private static final int NEGATIVE_LARGE = 3;
    private static final int FIRST = 4;

    /**
     * Exponents 0 and 1 have a control entry each: [1,2) has one bucket, [2,4) two by the top mantissa bit. Bucket k has
     * the constant 10 k; the first has a cubic around 1.
     */
    private static TableSet set(TableProfile profile) {
        float[] buckets = new float[7 * TableSet.ENTRY_WORDS];
        for (int k = 0; k < 7; k++) {
            buckets[k * TableSet.ENTRY_WORDS] = 10 * k;
        }
        float[] cubic = {5, 2, 0.5f, 0.25f, 1};
        System.arraycopy(cubic, 0, buckets, FIRST * TableSet.ENTRY_WORDS, cubic.length);
        int[] controls = new int[2 * TableSet.ENTRY_WORDS];
        controls[0] = FIRST;
        controls[TableSet.ENTRY_WORDS] = FIRST + 1 | 22 << 11 | 1 << 16;
        return new TableSet("test", buckets, controls, List.of(profile));
    }

    private static TableFunction function(@Nullable TableSymmetry symmetry) {
        TableSide positive = new TableSide(0, 127, SMALL, 128, 0x60_0000, LARGE);
        TableSide negative = new TableSide(0, 127, NEGATIVE_SMALL, 127, 0x40_0000, NEGATIVE_LARGE);
        TableProfile profile =
                new TableProfile(7, "test", 0, positive, negative, Optional.ofNullable(symmetry), -1, -2, -3, -4);
        return new TableFunction(set(profile), profile);
    }

    @Test
    void hasAResultForEverySpecialValue() {
        TableFunction f = function(null);
        assertThat(f.apply(Float.NaN)).isEqualTo(-1);
        assertThat(f.apply(Float.POSITIVE_INFINITY)).isEqualTo(-2);
        assertThat(f.apply(Float.NEGATIVE_INFINITY)).isEqualTo(-3);
        assertThat(f.apply(0f)).isEqualTo(-4);
        assertThat(f.apply(-0f)).isEqualTo(-4);
    }

    @Test
    void choosesBucketsByExponentAndMantissa() {
        TableFunction f = function(null);
        assertThat(f.apply(0.99f)).as("below the smallest exponent").isEqualTo(10 * SMALL);
        assertThat(f.apply(Float.MIN_VALUE)).isEqualTo(10 * SMALL);
        assertThat(f.apply(2f)).isEqualTo(10 * (FIRST + 1));
        assertThat(f.apply(Math.nextDown(3f))).isEqualTo(10 * (FIRST + 1));
        assertThat(f.apply(3f)).isEqualTo(10 * (FIRST + 2));
        assertThat(f.apply(Math.nextDown(3.5f))).isEqualTo(10 * (FIRST + 2));
        assertThat(f.apply(3.5f)).as("the large threshold itself").isEqualTo(10 * LARGE);
        assertThat(f.apply(4f)).isEqualTo(10 * LARGE);
        assertThat(f.apply(Float.MAX_VALUE)).isEqualTo(10 * LARGE);
        assertThat(f.apply(-0.5f)).isEqualTo(10 * NEGATIVE_SMALL);
        assertThat(f.apply(-1.5f)).isEqualTo(10 * NEGATIVE_LARGE);
    }

    /** t = x - x0; d0 + t (d1 + t (d2 + t d3)). */
    @Test
    void evaluatesACubic() {
        assertThat(function(null).apply(1.5f)).isEqualTo(5 + 0.5f * (2 + 0.5f * (0.5f + 0.5f * 0.25f)));
    }

    @Test
    void mirrorsTheHalfThatTheTableDoesNotHold() {
        TableFunction even = function(new TableSymmetry(false, false, 0));
        assertThat(even.apply(-3f)).isEqualTo(10 * (FIRST + 2));
        TableFunction odd = function(new TableSymmetry(false, true, 0));
        assertThat(odd.apply(-3f)).isEqualTo(-10 * (FIRST + 2));
        assertThat(odd.apply(3f)).isEqualTo(10 * (FIRST + 2));
        TableFunction aroundAPoint = function(new TableSymmetry(true, true, 100));
        assertThat(aroundAPoint.apply(-1.5f)).isEqualTo(10 * NEGATIVE_LARGE);
        assertThat(aroundAPoint.apply(1.5f)).isEqualTo(100 - 10 * NEGATIVE_LARGE);
        assertThat(aroundAPoint.apply(0f)).as("special values are as given").isEqualTo(-4);
    }
}
