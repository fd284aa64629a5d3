package io.nrt4j.hal.engine.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.isa.AluOp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations of the arithmetic units; source: isa.md §4.4, exec-sunda.md §5. */
class AluTest {
    private static final float NAN = Float.NaN;

    @ParameterizedTest
    @CsvSource({
        "BYPASS, 3, 5, 3",
        "ADD, 3, 5, 8",
        "SUBTRACT, 3, 5, -2",
        "MULTIPLY, 3, 5, 15",
        "DIVIDE, 3, 8, 0.375",
        "DIVIDE, 1, 0, Infinity",
        "MAX, 3, 5, 5",
        "MIN, 3, 5, 3",
        "MAX, -3, -5, -3",
        "LOGICAL_AND, 2, -1, 1",
        "LOGICAL_AND, 2, 0, 0",
        "LOGICAL_OR, 0, -0.5, 1",
        "LOGICAL_OR, 0, 0, 0",
        "LOGICAL_XOR, 2, 3, 0",
        "LOGICAL_XOR, 0, 3, 1",
        "IS_EQ, 3, 3, 1",
        "IS_EQ, 3, 5, 0",
        "IS_NE, 3, 3, 0",
        "IS_NE, 3, 5, 1",
        "IS_GT, 3, 3, 0",
        "IS_GT, 5, 3, 1",
        "IS_GE, 3, 3, 1",
        "IS_GE, 3, 5, 0",
        "IS_LE, 3, 3, 1",
        "IS_LE, 5, 3, 0",
        "IS_LT, 3, 3, 0",
        "IS_LT, 3, 5, 1",
        "ABSOLUTE_DIFF, 3, 5, 2",
        "ABSOLUTE_VALUE, -3, 5, 3",
        "POW, 2, 10, 1024",
        "POW, 4, -0.5, 0.5",
        "MOD, 7, 3, 1",
        "MOD, -7, 3, 2",
        "MOD, 7, -3, -2",
        "RSQRT, 16, 0, 0.25",
        "ABS_MAX, -7, 3, 7",
        "ABS_MIN, -7, 3, 3",
        "RELU, -7, 3, 0",
        "RELU, 7, 3, 7",
        "SQUARE, -7, 3, 49",
        "SYMMETRIC_CLAMP, 7, 3, 3",
        "SYMMETRIC_CLAMP, -7, 3, -3",
        "SYMMETRIC_CLAMP, 2, 3, 2"
    })
    void computesOnFloats(AluOp op, float a, float b, float expected) {
        assertThat(FloatAlu.has(op)).isTrue();
        assertThat(FloatAlu.apply(op, a, b)).isEqualTo(expected);
        float[] row = {99, a};
        FloatAlu.apply(op, row, new float[] {1, b}, 2);
        assertThat(row[1]).isEqualTo(expected);
        row[1] = a;
        FloatAlu.apply(op, row, b, false, 2);
        assertThat(row[1]).isEqualTo(expected);
        row[1] = b;
        FloatAlu.apply(op, row, a, true, 2);
        assertThat(row[1]).isEqualTo(expected);
    }

    @Test
    void propagatesNans() {
        for (AluOp op : new AluOp[] {AluOp.ADD, AluOp.MULTIPLY, AluOp.MAX, AluOp.MIN, AluOp.DIVIDE, AluOp.POW}) {
            assertThat(FloatAlu.apply(op, NAN, 1)).as("%s", op).isNaN();
        }
        assertThat(FloatAlu.apply(AluOp.IS_EQ, NAN, NAN)).isZero();
        assertThat(FloatAlu.apply(AluOp.IS_NE, NAN, NAN)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "BITWISE_NOT, 5, 0, 8, 250",
        "ARITH_SHIFT_LEFT, 129, 1, 8, 2",
        "ARITH_SHIFT_RIGHT, 128, 3, 8, 240",
        "ARITH_SHIFT_RIGHT, 128, 200, 8, 255",
        "LOGICAL_SHIFT_LEFT, 1, 31, 32, 2147483648",
        "LOGICAL_SHIFT_LEFT, 1, 32, 32, 0",
        "LOGICAL_SHIFT_RIGHT, 128, 3, 8, 16",
        "LOGICAL_SHIFT_RIGHT, 128, 8, 8, 0",
        "BITWISE_AND, 12, 10, 8, 8",
        "BITWISE_OR, 12, 10, 8, 14",
        "BITWISE_XOR, 12, 10, 8, 6",
        "BYPASS, 12, 10, 8, 12"
    })
    void computesOnBits(AluOp op, long a, long b, int width, long expected) {
        assertThat(op.isBitvec()).isTrue();
        long mask = width == Long.SIZE ? -1 : (1L << width) - 1;
        assertThat(IntegerAlu.apply(op, a, b, width) & mask).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "INT_ADD, 2147483647, 1, 2147483648",
        "INT_MULTIPLY, -3, 5, -15",
        "INT_SUBTRACT, 3, 5, -2",
        "INT_DIVIDE, -7, 2, -3",
        "INT_MOD, -7, 3, 2",
        "INT_IS_EQ, 3, 3, 1",
        "INT_IS_NE, 3, 3, 0",
        "INT_ABS_MAX, -7, 3, 7",
        "INT_ABS_MIN, -7, 3, 3",
        "INT_ABSOLUTE_DIFF, 3, 5, 2",
        "INT_ABSOLUTE_VALUE, -3, 0, 3",
        "INT_MAX, -3, 2, 2",
        "INT_MIN, -3, 2, -3",
        "INT_IS_GT, -3, 2, 0",
        "INT_IS_GE, 2, 2, 1",
        "INT_IS_LE, -3, 2, 1",
        "INT_IS_LT, 2, 2, 0",
        "UINT_MAX, -1, 2, -1",
        "UINT_MIN, -1, 2, 2",
        "UINT_IS_GT, -1, 2, 1",
        "UINT_IS_GE, 2, -1, 0",
        "UINT_IS_LE, 2, -1, 1",
        "UINT_IS_LT, -1, 2, 0",
        "UINT_MULTIPLY, 7, 6, 42",
        "UINT_DIVIDE, -2, 2, 9223372036854775807",
        "UINT_MOD, 7, 4, 3"
    })
    void computesOnIntegers(AluOp op, long a, long b, long expected) {
        assertThat(op.isInteger()).isTrue();
        assertThat(IntegerAlu.apply(op, a, b, Long.SIZE)).isEqualTo(expected);
    }

    @Test
    void refusesWhatIsOnlyNamed() {
        assertThat(IntegerAlu.has(AluOp.CRC32)).isFalse();
        assertThat(IntegerAlu.has(AluOp.INT_ARGMAX)).isFalse();
        assertThat(FloatAlu.has(AluOp.BITWISE_AND)).isFalse();
        assertThatThrownBy(() -> FloatAlu.apply(AluOp.CRC32, 1, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Every code of the sheet's table has an operation somewhere, but for the checksum and the positions of extrema. */
    @Test
    void coversTheTable() {
        for (AluOp op : AluOp.values()) {
            boolean known = FloatAlu.has(op) || IntegerAlu.has(op);
            boolean onlyNamed = op == AluOp.CRC32 || op.name().contains("ARGM");
            assertThat(known).as(op.name()).isNotEqualTo(onlyNamed);
        }
    }
}
