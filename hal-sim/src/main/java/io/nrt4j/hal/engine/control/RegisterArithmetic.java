package io.nrt4j.hal.engine.control;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.FloatAlu;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.RegisterBank;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Dtype;

/** 0xA8 ALU_OP: arithmetic on registers; integers wrap at 32 bits. Source: isa-encodings.md §4, exec-corpus.md §5. */
final class RegisterArithmetic implements Operation {
    private static final int IMMEDIATE = 1;

    private final ControlOperands.AluRegister operands;
    private final AluOp op;
    private final Dtype type;

    RegisterArithmetic(ControlOperands.AluRegister operands) {
        this.operands = operands;
        this.op = AluOp.of(operands.op());
        this.type = Dtype.of(operands.dtype());
        boolean known = type == Dtype.FP32 ? FloatAlu.has(op) : is32BitInteger() && isIntegerOp(op);
        if (!known) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, op + " on registers of type " + type.text());
        }
    }

    private boolean is32BitInteger() {
        return type == Dtype.INT32 || type == Dtype.UINT32;
    }

    private static boolean isIntegerOp(AluOp op) {
        return switch (op) {
            case BYPASS, ADD, SUBTRACT, MULTIPLY, DIVIDE, MOD, MAX, MIN -> true;
            case BITWISE_NOT, BITWISE_AND, BITWISE_OR, BITWISE_XOR -> true;
            case ARITH_SHIFT_LEFT, ARITH_SHIFT_RIGHT, LOGICAL_SHIFT_LEFT, LOGICAL_SHIFT_RIGHT -> true;
            case LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR -> true;
            case IS_EQ, IS_NE, IS_GT, IS_GE, IS_LE, IS_LT -> true;
            default -> false;
        };
    }

    @Override
    public void execute(Sequencer sequencer) {
        RegisterBank registers = sequencer.registers();
        int a = registers.get(operands.source0());
        int b = operands.kind() == IMMEDIATE ? operands.immediate() : registers.get(operands.source1());
        registers.set(operands.result(), type == Dtype.FP32 ? floats(a, b) : integers(a, b));
    }

    private int floats(int a, int b) {
        return Float.floatToRawIntBits(FloatAlu.apply(op, Float.intBitsToFloat(a), Float.intBitsToFloat(b)));
    }

    private int integers(int a, int b) {
        int order = type.isSigned() ? Integer.compare(a, b) : Integer.compareUnsigned(a, b);
        return switch (op) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> type.isSigned() ? a / b : Integer.divideUnsigned(a, b);
            case MOD -> type.isSigned() ? Math.floorMod(a, b) : Integer.remainderUnsigned(a, b);
            case MAX -> order >= 0 ? a : b;
            case MIN -> order <= 0 ? a : b;
            case BITWISE_NOT -> ~a;
            case BITWISE_AND -> a & b;
            case BITWISE_OR -> a | b;
            case BITWISE_XOR -> a ^ b;
            case ARITH_SHIFT_LEFT, LOGICAL_SHIFT_LEFT -> b >>> 5 == 0 ? a << b : 0;
            case ARITH_SHIFT_RIGHT -> a >> (b >>> 5 == 0 ? b : 31);
            case LOGICAL_SHIFT_RIGHT -> b >>> 5 == 0 ? a >>> b : 0;
            case LOGICAL_AND -> truth(a != 0 && b != 0);
            case LOGICAL_OR -> truth(a != 0 || b != 0);
            case LOGICAL_XOR -> truth(a != 0 ^ b != 0);
            case IS_EQ -> truth(a == b);
            case IS_NE -> truth(a != b);
            case IS_GT -> truth(order > 0);
            case IS_GE -> truth(order >= 0);
            case IS_LE -> truth(order <= 0);
            case IS_LT -> truth(order < 0);
            default -> a;
        };
    }

    private static int truth(boolean value) {
        return value ? 1 : 0;
    }
}
