package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.isa.ActOperands;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PeOperands;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.Optional;
import java.util.Set;

/** Rule 4, what single operations ask of their operands. Source: isa.md §4.4, §5, §7. */
final class OperationRules {
    private OperationRules() {}

    static void check(Instruction slot, SlotContext context) {
        if (slot.operands() instanceof PeOperands.LoadWeights o) {
            checkArray(o.inDtype(), o.fp32Mode(), o.transposeMode(), context);
        } else if (slot.operands() instanceof PeOperands.MatMul o) {
            checkArray(o.inDtype(), o.fp32Mode(), o.transpose(), context);
        } else if (slot.operands() instanceof ActOperands.Activate o) {
            checkFunction(o.function(), context);
        } else if (slot.operands() instanceof ActOperands.ActivateQuantize o) {
            checkFunction(o.function(), context);
        } else if (slot.operands() instanceof VectorOperands.TensorReduce o) {
            checkOperation(slot.opcode(), o.op(), context);
            if (slot.opcode() == Opcode.COPY && o.inDtype() != o.outDtype()) {
                context.find(Rule.COPY_TYPES, "from type 0x%x to 0x%x".formatted(o.inDtype(), o.outDtype()));
            }
        } else if (slot.operands() instanceof VectorOperands.TensorScalar o) {
            checkOperation(slot.opcode(), o.op0(), context);
            checkOperation(slot.opcode(), o.op1(), context);
            if (o.op0() == AluOp.BYPASS.code() && o.op1() != AluOp.BYPASS.code()) {
                context.find(Rule.BYPASS, "first operation bypassed, second 0x%x".formatted(o.op1()));
            }
        } else if (slot.operands() instanceof VectorOperands.TensorTensor o) {
            checkOperation(slot.opcode(), o.op(), context);
            checkSources(slot.opcode(), o, context);
        } else if (slot.operands() instanceof ControlOperands.Plain o
                && slot.opcode() == Opcode.ACTIVATION_TABLE_LOAD) {
            checkTableSet(o.tableSelect(), context);
        }
    }

    /** fp32r, the rounded form, is type fp32 with mode byte 2 and so falls under the rule. */
    private static void checkArray(int dtype, int fp32Mode, int transpose, SlotContext context) {
        if ((dtype == Dtype.FP32.code()) != (fp32Mode != 0)) {
            context.find(Rule.FP32_MODE, "fp32_mode is %d with type 0x%x".formatted(fp32Mode, dtype));
        }
        if (transpose > 1) {
            context.find(Rule.TRANSPOSE_FLAG, "the flag is %d".formatted(transpose));
        }
    }

    private static void checkTableSet(int set, SlotContext context) {
        context.chooseActivationSet(set);
        int sets = context.facts().activationSets().size();
        if (sets > 0 && set >= sets) {
            context.find(Rule.ACTIVATION_FUNCTION, "table set %d of %d".formatted(set, sets));
        }
    }

    private static void checkFunction(int function, SlotContext context) {
        Set<Integer> functions = context.activationFunctions();
        if (!functions.isEmpty() && !functions.contains(function)) {
            context.find(Rule.ACTIVATION_FUNCTION, "function %d is not in the table set in use".formatted(function));
        }
    }

    private static void checkOperation(Opcode opcode, int code, SlotContext context) {
        Optional<AluOp> op = AluOp.fromCode(code);
        if (op.isPresent() && !isLegal(opcode, op.get())) {
            context.find(Rule.ALU_OPERATION, "%s does not take %s".formatted(opcode, op.get()));
        }
    }

    private static boolean isLegal(Opcode opcode, AluOp op) {
        return switch (opcode) {
            case TENSOR_TENSOR_ARITH_OP ->
                switch (op) {
                    case DIVIDE, MOD, RSQRT -> false;
                    default -> op.isArith() || op.isInteger();
                };
            case TENSOR_REDUCE_ARITH_OP,
                    TENSOR_SCALAR_ARITH_OP,
                    TENSOR_SCALAR_PTR_ARITH_OP,
                    TENSOR_CUMULATIVE_ARITH_OP -> op.isArith();
            case TENSOR_TENSOR_BITVEC_OP,
                    TENSOR_REDUCE_BITVEC_OP,
                    TENSOR_SCALAR_BITVEC_OP,
                    TENSOR_SCALAR_PTR_BITVEC_OP,
                    TENSOR_CUMULATIVE_BITVEC_OP -> op.isBitvec();
            default -> true;
        };
    }

    private static void checkSources(Opcode opcode, VectorOperands.TensorTensor o, SlotContext context) {
        if (opcode == Opcode.TENSOR_TENSOR_ARITH_OP
                && o.src0().start().isPsum(context.generation())
                && o.src1().start().isPsum(context.generation())) {
            context.find(Rule.PSUM_SOURCES, "both sources lie in PSUM");
        }
    }
}
