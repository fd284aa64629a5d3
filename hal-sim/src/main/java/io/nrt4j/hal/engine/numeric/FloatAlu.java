package io.nrt4j.hal.engine.numeric;

import io.nrt4j.hal.isa.AluOp;
import java.util.EnumSet;
import java.util.Set;

/**
 * The fp32 operations of the vector units.
 *
 * <p>Comparisons and logical operations give 1.0 or 0.0, logical ones take any value but zero as true; NaNs propagate
 * through everything else. Source: isa.md §4.4, exec-sunda.md §5. Operations that the sheets only name take the usual
 * meaning: {@code MOD} has the sign of the divisor, {@code SYMMETRIC_CLAMP} clamps to plus and minus the second operand.
 */
public final class FloatAlu {
    private static final Set<AluOp> OPERATIONS = EnumSet.of(
            AluOp.BYPASS,
            AluOp.ADD,
            AluOp.SUBTRACT,
            AluOp.MULTIPLY,
            AluOp.DIVIDE,
            AluOp.MAX,
            AluOp.MIN,
            AluOp.LOGICAL_AND,
            AluOp.LOGICAL_OR,
            AluOp.LOGICAL_XOR,
            AluOp.IS_EQ,
            AluOp.IS_GT,
            AluOp.IS_GE,
            AluOp.IS_LE,
            AluOp.IS_LT,
            AluOp.ABSOLUTE_DIFF,
            AluOp.IS_NE,
            AluOp.ABSOLUTE_VALUE,
            AluOp.POW,
            AluOp.MOD,
            AluOp.RSQRT,
            AluOp.ABS_MAX,
            AluOp.ABS_MIN,
            AluOp.RELU,
            AluOp.SQUARE,
            AluOp.SYMMETRIC_CLAMP);

    private FloatAlu() {}

    /** Whether the operation is one of fp32. */
    public static boolean has(AluOp op) {
        return OPERATIONS.contains(op);
    }

    /** {@code a op b}; operations of one operand ignore {@code b}. Only for operations that {@link #has} knows. */
    public static float apply(AluOp op, float a, float b) {
        return switch (op) {
            case BYPASS -> a;
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case LOGICAL_AND -> truth(a != 0 && b != 0);
            case LOGICAL_OR -> truth(a != 0 || b != 0);
            case LOGICAL_XOR -> truth(a != 0 ^ b != 0);
            case IS_EQ -> truth(a == b);
            case IS_GT -> truth(a > b);
            case IS_GE -> truth(a >= b);
            case IS_LE -> truth(a <= b);
            case IS_LT -> truth(a < b);
            case IS_NE -> truth(a != b);
            case ABSOLUTE_DIFF -> Math.abs(a - b);
            case ABSOLUTE_VALUE -> Math.abs(a);
            case POW -> (float) Math.pow(a, b);
            case MOD -> floorMod(a, b);
            case RSQRT -> (float) (1.0 / Math.sqrt(a));
            case ABS_MAX -> Math.max(Math.abs(a), Math.abs(b));
            case ABS_MIN -> Math.min(Math.abs(a), Math.abs(b));
            case RELU -> Math.max(a, 0f);
            case SQUARE -> a * a;
            case SYMMETRIC_CLAMP -> Math.max(Math.min(a, b), -b);
            default -> throw new IllegalArgumentException(op + " is no fp32 operation");
        };
    }

    /** {@code a[i] = a[i] op b[i]} for the first {@code count} elements. */
    public static void apply(AluOp op, float[] a, float[] b, int count) {
        switch (op) {
            case BYPASS -> {}
            case ADD -> {
                for (int i = 0; i < count; i++) {
                    a[i] = a[i] + b[i];
                }
            }
            case SUBTRACT -> {
                for (int i = 0; i < count; i++) {
                    a[i] = a[i] - b[i];
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < count; i++) {
                    a[i] = a[i] * b[i];
                }
            }
            case MAX -> {
                for (int i = 0; i < count; i++) {
                    a[i] = Math.max(a[i], b[i]);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    a[i] = apply(op, a[i], b[i]);
                }
            }
        }
    }

    /**
     * {@code a[i] = a[i] op scalar}, or {@code scalar op a[i]} when reversed, for the first {@code count} elements.
     */
    public static void apply(AluOp op, float[] a, float scalar, boolean reversed, int count) {
        if (reversed) {
            for (int i = 0; i < count; i++) {
                a[i] = apply(op, scalar, a[i]);
            }
            return;
        }
        switch (op) {
            case BYPASS -> {}
            case ADD -> {
                for (int i = 0; i < count; i++) {
                    a[i] = a[i] + scalar;
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < count; i++) {
                    a[i] = a[i] * scalar;
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    a[i] = apply(op, a[i], scalar);
                }
            }
        }
    }

    private static float truth(boolean value) {
        return value ? 1f : 0f;
    }

    private static float floorMod(float a, float b) {
        float rest = a % b;
        return rest != 0 && rest < 0 != b < 0 ? rest + b : rest;
    }
}
