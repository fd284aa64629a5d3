package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.FloatAlu;
import io.nrt4j.hal.engine.numeric.IntegerAlu;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.ReduceDimension;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0x42 TENSOR_REDUCE and 0x52, its bit-vector form: folds the innermost dimensions. v2's 0x8C and 0x8D are the sum and
 * the maximum of it, named by the opcode.
 *
 * <p>Integers are folded exactly, floats in fp32; sums of floats are rounded once, at the end. Source: isa.md §3, §5.5,
 * exec-sunda.md §5.
 */
final class TensorReduce extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final AluOp op;
    private final boolean negated;
    private final int group;
    private final boolean integers;

    private TensorReduce(
            CoreUnits units,
            OnChipOperand source,
            OnChipOperand destination,
            AluOp op,
            boolean negated,
            int group,
            boolean integers) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.op = op;
        this.negated = negated;
        this.group = group;
        this.integers = integers;
    }

    static TensorReduce of(VectorOperands.TensorReduce in, boolean bitvec, OperandBinder binder) {
        return of(in, AluOp.of(in.op()), bitvec, binder);
    }

    /** A reduction whose opcode names the operation. */
    static TensorReduce of(VectorOperands.TensorReduce in, AluOp op, boolean bitvec, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        int group = group(in.src(), in.opDimension());
        if (source.elements() / group != destination.elements()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d elements folded by %d for %d destination elements"
                            .formatted(source.elements(), group, destination.elements()));
        }
        if (!isKnown(op, bitvec, source.codec().type().isInteger())) {
            throw unknown(op);
        }
        boolean integers = bitvec || op.isInteger() || (source.codec().type().isInteger() && folds(op));
        return new TensorReduce(binder.units(), source, destination, op, in.negated() != 0, group, integers);
    }

    private static boolean isKnown(AluOp op, boolean bitvec, boolean ofIntegers) {
        if (bitvec) {
            return op.isBitvec() && IntegerAlu.has(op);
        }
        return op.isInteger() ? ofIntegers && IntegerAlu.has(op) : FloatAlu.has(op);
    }

    static InstructionFaultException unknown(AluOp op) {
        return new InstructionFaultException(FaultKind.BAD_OPERAND, "a reduction by " + op);
    }

    private static boolean folds(AluOp op) {
        return op == AluOp.ADD || op == AluOp.MAX || op == AluOp.MIN || op == AluOp.MULTIPLY;
    }

    /** Elements that make one result. */
    static int group(AccessPattern pattern, int code) {
        int dimensions = ReduceDimension.fromCode(code)
                .map(ReduceDimension::dimensions)
                .filter(d -> d > 0)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "reduction dimension 0x%02x is not known".formatted(code)));
        int group = 1;
        for (int d = 0; d < dimensions; d++) {
            group *= pattern.count(d);
        }
        return group;
    }

    @Override
    void compute(CoreUnits units) {
        for (int c = 0; c < source.channels(); c++) {
            if (integers) {
                foldIntegers(c, units.scratch());
            } else {
                foldFloats(c, units.scratch());
            }
        }
    }

    private void foldFloats(int channel, Scratch scratch) {
        float[] in = scratch.floats(0, source.elements());
        float[] out = scratch.floats(1, destination.elements());
        source.read(channel, in);
        for (int o = 0; o < destination.elements(); o++) {
            float result = op == AluOp.ADD ? sum(in, o * group) : fold(in, o * group);
            out[o] = negated ? -result : result;
        }
        destination.write(channel, out);
    }

    private float sum(float[] in, int from) {
        double sum = in[from];
        for (int i = 1; i < group; i++) {
            sum += in[from + i];
        }
        return (float) sum;
    }

    private float fold(float[] in, int from) {
        float result = in[from];
        for (int i = 1; i < group; i++) {
            result = FloatAlu.apply(op, result, in[from + i]);
        }
        return result;
    }

    private void foldIntegers(int channel, Scratch scratch) {
        long[] in = scratch.words(0, source.elements());
        long[] out = scratch.words(1, destination.elements());
        if (op.isBitvec()) {
            source.readBits(channel, in);
        } else {
            source.readIntegers(channel, in);
        }
        for (int o = 0; o < destination.elements(); o++) {
            long result = in[o * group];
            for (int i = 1; i < group; i++) {
                result = foldInteger(result, in[o * group + i]);
            }
            out[o] = negated ? -result : result;
        }
        destination.writeIntegers(channel, out);
    }

    private long foldInteger(long a, long b) {
        return switch (op) {
            case ADD -> a + b;
            case MULTIPLY -> a * b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            default -> IntegerAlu.apply(op, a, b, source.codec().type().bits());
        };
    }
}
