package io.nrt4j.hal.isa;

import java.util.Optional;

/**
 * Operations of the arithmetic units, one byte in a slot. {@code INT_} and {@code UINT_} belong to the integer engine;
 * {@code INT_} operations without a {@code UINT_} twin serve both signs.
 *
 * <p>Source: isa.md §4.4; of the spellings, profiles show MULTIPLY, ADD, MAX and BYPASS.
 */
public enum AluOp implements WireCode {
    BYPASS(0x00),
    BITWISE_NOT(0x01),
    ARITH_SHIFT_LEFT(0x02),
    ARITH_SHIFT_RIGHT(0x03),
    ADD(0x04),
    SUBTRACT(0x05),
    MULTIPLY(0x06),
    DIVIDE(0x07),
    MAX(0x08),
    MIN(0x09),
    BITWISE_AND(0x0A),
    BITWISE_OR(0x0B),
    BITWISE_XOR(0x0C),
    LOGICAL_AND(0x0D),
    LOGICAL_OR(0x0E),
    LOGICAL_XOR(0x0F),
    LOGICAL_SHIFT_LEFT(0x10),
    LOGICAL_SHIFT_RIGHT(0x11),
    IS_EQ(0x12),
    IS_GT(0x13),
    IS_GE(0x14),
    IS_LE(0x15),
    IS_LT(0x16),
    ABSOLUTE_DIFF(0x17),
    IS_NE(0x18),
    ABSOLUTE_VALUE(0x19),
    POW(0x1A),
    MOD(0x1B),
    CRC32(0x1C),
    RSQRT(0x1D),
    ABS_MAX(0x20),
    ABS_MIN(0x21),
    RELU(0x22),
    SQUARE(0x23),
    SYMMETRIC_CLAMP(0x24),
    INT_ADD(0xC4),
    INT_MULTIPLY(0xC5),
    INT_SUBTRACT(0xC6),
    INT_DIVIDE(0xC7),
    INT_MOD(0xC8),
    INT_IS_EQ(0xC9),
    INT_IS_NE(0xCA),
    INT_ABS_MAX(0xCB),
    INT_ABS_MIN(0xCC),
    INT_ABSOLUTE_DIFF(0xCD),
    INT_ABSOLUTE_VALUE(0xCE),
    INT_MAX(0xCF),
    INT_MIN(0xD0),
    INT_IS_GT(0xD1),
    INT_IS_GE(0xD2),
    INT_IS_LE(0xD3),
    INT_IS_LT(0xD4),
    UINT_MAX(0xD5),
    UINT_MIN(0xD6),
    UINT_IS_GT(0xD7),
    UINT_IS_GE(0xD8),
    UINT_IS_LE(0xD9),
    UINT_IS_LT(0xDA),
    UINT_MULTIPLY(0xDB),
    UINT_DIVIDE(0xDC),
    UINT_MOD(0xDD),
    INT_ARGMAX(0xDE),
    INT_ARGMIN(0xDF),
    UINT_ARGMAX(0xE0),
    UINT_ARGMIN(0xE1);

    private static final CodeTable<AluOp> CODES = CodeTable.of(values());
    private static final int FIRST_OF_V4 = 0x20;
    private static final int FIRST_INTEGER = 0xC4;

    private final int code;

    AluOp(int code) {
        this.code = code;
    }

    /** The operation of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<AluOp> fromCode(int code) {
        return CODES.find(code);
    }

    /** The operation of a byte; {@link BadInstructionException} for an undefined code. */
    public static AluOp of(int code) {
        return fromCode(code)
                .orElseThrow(() -> new BadInstructionException("0x%x is no ALU operation".formatted(code)));
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return name();
    }

    /** Whether a generation has the operation. */
    public boolean existsIn(Generation generation) {
        return code < FIRST_OF_V4 || code >= FIRST_INTEGER || generation.compareTo(Generation.V4) >= 0;
    }

    /** Whether the opcodes named BITVEC accept it. */
    public boolean isBitvec() {
        return switch (this) {
            case BYPASS,
                    BITWISE_NOT,
                    ARITH_SHIFT_LEFT,
                    ARITH_SHIFT_RIGHT,
                    LOGICAL_SHIFT_LEFT,
                    LOGICAL_SHIFT_RIGHT,
                    BITWISE_AND,
                    BITWISE_OR,
                    BITWISE_XOR,
                    CRC32 -> true;
            default -> false;
        };
    }

    /** Whether the opcodes named ARITH accept it: 00 04-09 0D-0F 12-1B 1D C4-C8, and the additions of v4. */
    public boolean isArith() {
        return switch (this) {
            case BYPASS, ADD, SUBTRACT, MULTIPLY, DIVIDE, MAX, MIN, LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> true;
            case IS_EQ, IS_GT, IS_GE, IS_LE, IS_LT, IS_NE, ABSOLUTE_DIFF, ABSOLUTE_VALUE, POW, MOD, RSQRT -> true;
            case INT_ADD, INT_MULTIPLY, INT_SUBTRACT, INT_DIVIDE, INT_MOD -> true;
            case ABS_MAX, ABS_MIN, RELU, SQUARE, SYMMETRIC_CLAMP -> true;
            default -> false;
        };
    }

    /** Whether it takes its operands as unsigned integers. */
    public boolean isUnsigned() {
        return switch (this) {
            case UINT_MAX, UINT_MIN, UINT_IS_GT, UINT_IS_GE, UINT_IS_LE, UINT_IS_LT -> true;
            case UINT_MULTIPLY, UINT_DIVIDE, UINT_MOD, UINT_ARGMAX, UINT_ARGMIN -> true;
            default -> false;
        };
    }

    /** Whether the integer engine carries it out. */
    public boolean isInteger() {
        return code >= FIRST_INTEGER;
    }
}
