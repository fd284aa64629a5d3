package io.nrt4j.hal.isa.check;

import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.ActOperands;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PeOperands;
import io.nrt4j.hal.isa.PoolOperands;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.ReduceDimension;
import io.nrt4j.hal.isa.VectorOperands;

/**
 * Rule 4, how many elements the operands of a slot have. A pattern whose shape a register supplies is left out.
 *
 * <p>Source: isa.md §5, §7; exec-sunda.md §5 for the statistics and the eight-value instructions.
 */
final class ElementRules {
    private static final int STATISTICS = 6;
    private static final int AGGREGATES = 2;
    private static final int MATCH_VALUES = 8;

    private ElementRules() {}

    static void check(Instruction slot, SlotContext context) {
        if (slot.operands() instanceof PeOperands.LoadWeights o) {
            same("src", o.src(), "columns", o.cols(), context);
        } else if (slot.operands() instanceof PeOperands.MatMul o) {
            same("src", o.src(), "dst", o.dst(), context);
        } else if (slot.operands() instanceof ActOperands.Activate o) {
            same("src", o.src(), "dst", o.dst(), context);
        } else if (slot.operands() instanceof ActOperands.ActivateQuantize o) {
            same("src", o.src(), "dst", o.dst(), context);
        } else if (slot.operands() instanceof ActOperands.ReadAccumulator o) {
            same("dst", o.dst(), "element count", o.dstElementCount(), context);
        } else if (slot.operands() instanceof VectorOperands o) {
            checkVector(slot, o, context);
        } else if (slot.operands() instanceof PoolOperands.TensorScalarAddress o) {
            same("src", o.src(), "dst", o.dst(), context);
        } else if (slot.operands() instanceof PoolOperands.Gather o) {
            same("indices", o.indices(), "dst", o.dst(), context);
        } else if (slot.operands() instanceof PoolOperands.Iota o) {
            same("sequence", o.sequence(), "dst", o.dst(), context);
        } else if (slot.operands() instanceof PoolOperands.SbufCollective o) {
            same("src", o.src(), "dst", o.dst(), context);
        } else if (slot.operands() instanceof PseudoOperands.RangeCheck o) {
            same("src", o.src(), "dst", o.dst(), context);
        }
    }

    private static void checkVector(Instruction slot, VectorOperands operands, SlotContext context) {
        if (operands instanceof VectorOperands.TensorReduce o) {
            checkReduce(slot.opcode(), o, context);
        } else if (operands instanceof VectorOperands.TensorScalar o) {
            same("src", o.src(), "dst", o.dst(), context);
        } else if (operands instanceof VectorOperands.TensorTensor o) {
            same("src0", o.src0(), "dst", o.dst(), context);
            same("src1", o.src1(), "dst", o.dst(), context);
        } else if (operands instanceof VectorOperands.Memset o) {
            same("dst", o.dst(), "element count", o.dstElementCount(), context);
        } else if (operands instanceof VectorOperands.ScalarTensorTensor o) {
            same("src0", o.src0(), "dst", o.dst(), context);
            same("src1", o.src1(), "dst", o.dst(), context);
        } else if (operands instanceof VectorOperands.CopyPredicatedScalar o) {
            same("predicate", o.predicate(), "dst", o.dst(), context);
        } else if (operands instanceof VectorOperands.MatchReplace o) {
            same("src", o.src(), "dst", o.dst(), context);
        } else if (operands instanceof VectorOperands.BatchNorm o) {
            checkStatistics(slot.opcode(), o, context);
        } else if (operands instanceof VectorOperands.ParameterLoad o && slot.opcode() == Opcode.MATCH_VALUE_LOAD) {
            same("src", o.src(), "values to match", MATCH_VALUES, context);
        }
    }

    /** A reduction gives one element for each combination of the dimensions that it keeps. */
    private static void checkReduce(Opcode opcode, VectorOperands.TensorReduce o, SlotContext context) {
        switch (opcode) {
            case TENSOR_REDUCE_ARITH_OP, TENSOR_REDUCE_BITVEC_OP, TENSOR_REDUCE_ADD_BF16, TENSOR_REDUCE_MAX_BF16 -> {
                int folded = ReduceDimension.fromCode(o.opDimension())
                        .map(ReduceDimension::dimensions)
                        .orElse(0);
                long kept = 1;
                for (int d = folded; d < o.src().rank(); d++) {
                    kept *= o.src().count(d);
                }
                same("dst", o.dst(), "kept elements of src", kept, context);
            }
            // the destination may be shorter: only the first elements of each transposed row are written
            case STREAM_TRANSPOSE -> {
                if (isKnown(o.dst()) && o.dst().elements() > o.src().elements()) {
                    same("src", o.src(), "dst", o.dst(), context);
                }
            }
            // the shapes of the transposing reductions are not known
            case TRANSPOSE_TENSOR_REDUCE_ARITH_OP, TRANSPOSE_TENSOR_REDUCE_BITVEC_OP -> {}
            default -> same("src", o.src(), "dst", o.dst(), context);
        }
    }

    private static void checkStatistics(Opcode opcode, VectorOperands.BatchNorm o, SlotContext context) {
        switch (opcode) {
            case BATCH_NORM_STATS2 -> same("dst", o.dst(), "statistics", STATISTICS, context);
            case BATCH_NORM_AGGREGATE -> same("dst", o.dst(), "aggregates", AGGREGATES, context);
            case MAX8, FIND_INDEX8 -> same("dst", o.dst(), "values to match", MATCH_VALUES, context);
            default -> {}
        }
    }

    private static void same(
            String name, AccessPattern one, String otherName, AccessPattern other, SlotContext context) {
        if (isKnown(other)) {
            same(name, one, otherName, other.elements(), context);
        }
    }

    private static void same(String name, AccessPattern pattern, String otherName, long count, SlotContext context) {
        if (isKnown(pattern) && pattern.elements() != count) {
            context.find(
                    Rule.ELEMENT_COUNT,
                    "%s has %d elements, %s %d".formatted(name, pattern.elements(), otherName, count));
        }
    }

    private static boolean isKnown(AccessPattern pattern) {
        return !pattern.start().takesShapeFromRegister();
    }
}
