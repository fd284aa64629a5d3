package io.nrt4j.hal.engine.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** fp16 and bfloat16; source: isa.md §4.3 (nearest even), exec-corpus.md §8 (overflow to infinity, denormals kept). */
class SixteenBitFloatTest {
    private static final SmallFloat FP16 = new SmallFloat(5, 10, true);
    private static final SmallFloat BF16 = new SmallFloat(8, 7, true);
    private static final int INFINITY16 = 0x7C00;
    private static final int INFINITY_BF16 = 0x7F80;

    @Test
    void everyFp16PatternHasItsValue() {
        assertThat(patternsWhere(bits -> Double.compare(HalfFloat.toFloat(bits), FP16.value(bits)) != 0))
                .isEmpty();
    }

    @Test
    void everyBfloat16PatternHasItsValue() {
        assertThat(patternsWhere(bits -> Double.compare(BrainFloat.toFloat(bits), BF16.value(bits)) != 0))
                .isEmpty();
    }

    private static List<Integer> patternsWhere(IntPredicate wrong) {
        return IntStream.range(0, 1 << 16).filter(wrong).boxed().toList();
    }

    @Test
    void valuesKeepTheirFp16Pattern() {
        keepPatterns(FP16, HalfFloat::fromFloat);
    }

    @Test
    void valuesKeepTheirBfloat16Pattern() {
        keepPatterns(BF16, BrainFloat::fromFloat);
    }

    private static void keepPatterns(SmallFloat type, ToIntFunction<Float> encode) {
        assertThat(patternsWhere(
                        bits -> !Double.isNaN(type.value(bits)) && encode.applyAsInt((float) type.value(bits)) != bits))
                .isEmpty();
    }

    @Test
    void roundsToTheNearestFp16() {
        roundsToNearest(FP16, HalfFloat::fromFloat, 65504);
    }

    @Test
    void roundsToTheNearestBfloat16() {
        roundsToNearest(BF16, BrainFloat::fromFloat, BF16.value(BF16.largest()));
    }

    /** Between two neighbours, at the middle, and right beside the middle. */
    private static void roundsToNearest(SmallFloat type, ToIntFunction<Float> encode, double largest) {
        List<Float> wrong = new ArrayList<>();
        for (int bits = 0; bits < type.largest(); bits++) {
            float middle = (float) ((type.value(bits) + type.value(bits + 1)) / 2);
            for (float value : new float[] {Math.nextDown(middle), middle, Math.nextUp(middle)}) {
                if (value >= 0 && value < largest && encode.applyAsInt(value) != type.nearest(value)) {
                    wrong.add(value);
                }
                if (encode.applyAsInt(-value) != (encode.applyAsInt(value) | 0x8000)) {
                    wrong.add(-value);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void roundsRandomValues() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            float value = Float.intBitsToFloat(random.nextInt(0x7F7F_0000));
            assertThat(BrainFloat.fromFloat(value)).isEqualTo(BF16.nearest(value));
            float small = (float) Math.scalb(1 + random.nextDouble(), random.nextInt(-26, 15));
            assertThat(HalfFloat.fromFloat(small)).isEqualTo(FP16.nearest(small));
        }
    }

    @Test
    void overflowsToInfinity() {
        assertThat(HalfFloat.fromFloat(Math.nextDown(65520f))).isEqualTo(FP16.largest());
        assertThat(HalfFloat.fromFloat(65520f)).isEqualTo(INFINITY16);
        assertThat(HalfFloat.fromFloat(Float.NEGATIVE_INFINITY)).isEqualTo(INFINITY16 | 0x8000);
        assertThat(BrainFloat.fromFloat(Float.MAX_VALUE)).isEqualTo(INFINITY_BF16);
        assertThat(BrainFloat.fromFloat(-Float.MAX_VALUE)).isEqualTo(INFINITY_BF16 | 0x8000);
    }

    @Test
    void nansStayNans() {
        for (int payload = 1; payload < 1 << 23; payload += 4097) {
            float nan = Float.intBitsToFloat(0x7F80_0000 | payload);
            assertThat(HalfFloat.toFloat(HalfFloat.fromFloat(nan))).isNaN();
            assertThat(BrainFloat.toFloat(BrainFloat.fromFloat(nan))).isNaN();
        }
    }
}
