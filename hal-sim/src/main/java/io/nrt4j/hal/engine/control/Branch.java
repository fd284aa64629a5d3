package io.nrt4j.hal.engine.control;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.RegisterBank;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.CompareOp;
import io.nrt4j.hal.isa.ControlOperands.CompareBranch;
import io.nrt4j.hal.isa.Dtype;

/**
 * 0xA9 COMPARE_BRANCH: to a distance from this slot, or to the address in two registers.
 *
 * <p>Source: isa-encodings.md §4, image-assembly.md §6.
 */
final class Branch implements Operation {
    private final CompareBranch operands;
    private final CompareOp comparison;

    Branch(CompareBranch operands) {
        this.operands = operands;
        this.comparison = CompareOp.fromCode(operands.comparison())
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "comparison 0x%02x is not known".formatted(operands.comparison())));
        if (operands.kind() != CompareBranch.TARGET_IN_SLOT && operands.kind() != CompareBranch.TARGET_IN_REGISTERS) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, "branch kind %d is not known".formatted(operands.kind()));
        }
    }

    @Override
    public void execute(Sequencer sequencer) {
        if (!isTaken(sequencer.registers())) {
            return;
        }
        long target = operands.kind() == CompareBranch.TARGET_IN_REGISTERS
                ? sequencer.registers().getLong(operands.targetLow(), operands.targetHigh())
                : sequencer.programCounter() + (int) operands.target();
        sequencer.jump(target);
    }

    private boolean isTaken(RegisterBank registers) {
        return switch (comparison) {
            case ALWAYS -> true;
            case LT, LE, EQ, NE, GE, GT -> holds(registers.get(operands.left()), operands.immediate());
            case LT_REGISTER, LE_REGISTER, EQ_REGISTER, NE_REGISTER, GE_REGISTER, GT_REGISTER ->
                holds(registers.get(operands.left()), registers.get(operands.right()));
        };
    }

    private boolean holds(int left, int right) {
        if (operands.dtype() == Dtype.FP32.code()) {
            return holdsFloat(Float.intBitsToFloat(left), Float.intBitsToFloat(right));
        }
        boolean unsigned = operands.dtype() == Dtype.UINT32.code();
        int order = unsigned ? Integer.compareUnsigned(left, right) : Integer.compare(left, right);
        return switch (comparison) {
            case LT, LT_REGISTER -> order < 0;
            case LE, LE_REGISTER -> order <= 0;
            case EQ, EQ_REGISTER -> order == 0;
            case NE, NE_REGISTER -> order != 0;
            case GE, GE_REGISTER -> order >= 0;
            case GT, GT_REGISTER -> order > 0;
            case ALWAYS -> true;
        };
    }

    private boolean holdsFloat(float left, float right) {
        return switch (comparison) {
            case LT, LT_REGISTER -> left < right;
            case LE, LE_REGISTER -> left <= right;
            case EQ, EQ_REGISTER -> left == right;
            case NE, NE_REGISTER -> left != right;
            case GE, GE_REGISTER -> left >= right;
            case GT, GT_REGISTER -> left > right;
            case ALWAYS -> true;
        };
    }
}
