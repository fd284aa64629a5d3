package io.nrt4j.hal.engine.numeric;

import io.nrt4j.hal.isa.AluOp;

/**
 * The operations of the integer engine and on bit vectors.
 *
 * <p>Operands are the elements' integers (sign- or zero-extended by their type); results are taken modulo the width of
 * the output element. Source: isa.md §4.4, exec-sunda.md §5 (0x41 with integer types, 0x51, 0x53).
 */
public final class IntegerAlu {
    private IntegerAlu() {}

    /** Whether the operation is defined here. CRC32 and the arg operations are named but not known. */
    public static boolean has(AluOp op) {
        return switch (op) {
            case CRC32, INT_ARGMAX, INT_ARGMIN, UINT_ARGMAX, UINT_ARGMIN -> false;
            default -> op.isInteger() || op.isBitvec();
        };
    }

    /**
     * {@code a op b}.
     *
     * @param width bits of the operands, for shifts
     * @throws ArithmeticException on division by zero
     */
    public static long apply(AluOp op, long a, long b, int width) {
        return switch (op) {
            case BYPASS -> a;
            case BITWISE_NOT -> ~a;
            case BITWISE_AND -> a & b;
            case BITWISE_OR -> a | b;
            case BITWISE_XOR -> a ^ b;
            case ARITH_SHIFT_LEFT, LOGICAL_SHIFT_LEFT -> shiftLeft(a, b, width);
            case ARITH_SHIFT_RIGHT -> signExtend(a, width) >> Math.min(shift(b, width), width - 1);
            case LOGICAL_SHIFT_RIGHT -> shift(b, width) >= width ? 0 : zeroExtend(a, width) >>> shift(b, width);
            case INT_ADD -> a + b;
            case INT_SUBTRACT -> a - b;
            case INT_MULTIPLY, UINT_MULTIPLY -> a * b;
            case INT_DIVIDE -> a / b;
            case INT_MOD -> Math.floorMod(a, b);
            case UINT_DIVIDE -> Long.divideUnsigned(a, b);
            case UINT_MOD -> Long.remainderUnsigned(a, b);
            case INT_IS_EQ -> truth(a == b);
            case INT_IS_NE -> truth(a != b);
            case INT_IS_GT -> truth(a > b);
            case INT_IS_GE -> truth(a >= b);
            case INT_IS_LE -> truth(a <= b);
            case INT_IS_LT -> truth(a < b);
            case UINT_IS_GT -> truth(Long.compareUnsigned(a, b) > 0);
            case UINT_IS_GE -> truth(Long.compareUnsigned(a, b) >= 0);
            case UINT_IS_LE -> truth(Long.compareUnsigned(a, b) <= 0);
            case UINT_IS_LT -> truth(Long.compareUnsigned(a, b) < 0);
            case INT_MAX -> Math.max(a, b);
            case INT_MIN -> Math.min(a, b);
            case UINT_MAX -> Long.compareUnsigned(a, b) >= 0 ? a : b;
            case UINT_MIN -> Long.compareUnsigned(a, b) <= 0 ? a : b;
            case INT_ABS_MAX -> Math.max(Math.abs(a), Math.abs(b));
            case INT_ABS_MIN -> Math.min(Math.abs(a), Math.abs(b));
            case INT_ABSOLUTE_DIFF -> Math.abs(a - b);
            case INT_ABSOLUTE_VALUE -> Math.abs(a);
            default -> throw new IllegalArgumentException(op + " is no integer operation");
        };
    }

    private static long shiftLeft(long a, long by, int width) {
        return shift(by, width) >= width ? 0 : a << shift(by, width);
    }

    /** A shift distance: anything at or beyond the width, negative numbers included, empties the word. */
    private static int shift(long by, int width) {
        return Long.compareUnsigned(by, width) >= 0 ? width : (int) by;
    }

    private static long signExtend(long a, int width) {
        return a << (Long.SIZE - width) >> (Long.SIZE - width);
    }

    private static long zeroExtend(long a, int width) {
        return a << (Long.SIZE - width) >>> (Long.SIZE - width);
    }

    private static long truth(boolean value) {
        return value ? 1 : 0;
    }
}
