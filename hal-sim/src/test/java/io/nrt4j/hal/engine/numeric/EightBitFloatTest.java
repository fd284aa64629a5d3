package io.nrt4j.hal.engine.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The 8-bit float types and their saturation; source: isa.md §4.3, manifest.md §7.5 (the configuration's fields). */
class EightBitFloatTest {
    private static final Fp8Config DEFAULT = Fp8Config.DEFAULT;
    private static final Fp8Config OVERFLOWS = new Fp8Config(true, 8, 15, false, false, false);
    private static final Fp8Config SATURATES_ALL = new Fp8Config(true, 8, 15, true, true, true);
    private static final Fp8Config IEEE = new Fp8Config(false, 8, 15, true, false, false);

    record Case(String name, Fp8Format format, SmallFloat definition, double largest) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> formats() {
        return Stream.of(
                new Case("e3m4", Fp8Format.e3m4(DEFAULT), new SmallFloat(3, 4, true), 15.5),
                new Case("e4m3", Fp8Format.e4m3(DEFAULT), new SmallFloat(4, 3, false), 448),
                new Case("e4m3 ieee", Fp8Format.e4m3(IEEE), new SmallFloat(4, 3, true), 240),
                new Case("e5m2", Fp8Format.e5m2(DEFAULT), new SmallFloat(5, 2, true), 57344));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void everyPatternHasItsValue(Case c) {
        for (int bits = 0; bits < 256; bits++) {
            double value = c.definition().value(bits);
            assertThat(Double.compare(c.format().toFloat(bits), value))
                    .as("%02x", bits)
                    .isZero();
            if (Double.isFinite(value)) {
                assertThat(c.format().fromFloat((float) value)).as("%02x", bits).isEqualTo(bits);
            }
        }
        assertThat((double) c.format().maxValue()).isEqualTo(c.largest());
    }

    @ParameterizedTest
    @MethodSource("formats")
    void roundsToTheNearest(Case c) {
        for (int bits = 0; bits < c.definition().largest(); bits++) {
            float middle = (float) ((c.definition().value(bits) + c.definition().value(bits + 1)) / 2);
            for (float value : new float[] {Math.nextDown(middle), middle, Math.nextUp(middle)}) {
                int nearest = c.definition().nearest(value);
                assertThat(c.format().fromFloat(value)).as("%s", value).isEqualTo(nearest);
                assertThat(c.format().fromFloat(-value)).as("-%s", value).isEqualTo(nearest | 0x80);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void saturatesFiniteValuesByDefault(Case c) {
        assertThat((double) c.format().toFloat(c.format().fromFloat(1e30f))).isEqualTo(c.largest());
        assertThat((double) c.format().toFloat(c.format().fromFloat(-1e30f))).isEqualTo(-c.largest());
        assertThat(c.format().toFloat(c.format().fromFloat(Float.NaN))).isNaN();
    }

    @Test
    void infinitiesStayWhereTheTypeHasThem() {
        Fp8Format e5m2 = Fp8Format.e5m2(DEFAULT);
        assertThat(e5m2.toFloat(e5m2.fromFloat(Float.POSITIVE_INFINITY))).isEqualTo(Float.POSITIVE_INFINITY);
        Fp8Format e4m3 = Fp8Format.e4m3(DEFAULT);
        assertThat(e4m3.toFloat(e4m3.fromFloat(Float.POSITIVE_INFINITY))).isNaN();
    }

    @Test
    void overflowsWithoutSaturation() {
        Fp8Format e5m2 = Fp8Format.e5m2(OVERFLOWS);
        assertThat(e5m2.toFloat(e5m2.fromFloat(61440f))).isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(e5m2.toFloat(e5m2.fromFloat(61439f))).isEqualTo(57344f);
        Fp8Format e4m3 = Fp8Format.e4m3(OVERFLOWS);
        assertThat(e4m3.toFloat(e4m3.fromFloat(480f))).isNaN();
    }

    @Test
    void saturatesInfinitiesAndNansWhenAsked() {
        Fp8Format e5m2 = Fp8Format.e5m2(SATURATES_ALL);
        assertThat(e5m2.toFloat(e5m2.fromFloat(Float.NEGATIVE_INFINITY))).isEqualTo(-57344f);
        assertThat(e5m2.toFloat(e5m2.fromFloat(Float.NaN))).isEqualTo(57344f);
    }
}
