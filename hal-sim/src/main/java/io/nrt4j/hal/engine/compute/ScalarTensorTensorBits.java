package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.numeric.IntegerAlu;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0x9E SCALAR_TENSOR_TENSOR on bits: {@code (src0 op0 imm0) op1 src1}, each operand order reversible. Source:
 * isa-encodings.md §3 (S2S2D2_STT).
 */
final class ScalarTensorTensorBits extends ComputeOperation {
    private final OnChipOperand first;
    private final OnChipOperand second;
    private final OnChipOperand destination;
    private final AluOp firstOp;
    private final AluOp secondOp;
    private final long scalar;
    private final int reverse;

    private ScalarTensorTensorBits(
            CoreUnits units,
            OnChipOperand first,
            OnChipOperand second,
            OnChipOperand destination,
            AluOp firstOp,
            AluOp secondOp,
            long scalar,
            int reverse) {
        super(units, List.of(first, second), List.of(destination));
        this.first = first;
        this.second = second;
        this.destination = destination;
        this.firstOp = firstOp;
        this.secondOp = secondOp;
        this.scalar = scalar;
        this.reverse = reverse;
    }

    static ScalarTensorTensorBits of(VectorOperands.ScalarTensorTensor in, OperandBinder binder) {
        OperandBinder.expect(in.accumulatorCommand(), 0, "accumulator command");
        OperandBinder.expect(in.immediate0Source(), 0, "source of the immediate");
        int channels = in.channels();
        OnChipOperand first = binder.tensor(in.src0(), OperandBinder.low(in.inDtypes()), channels);
        OnChipOperand second = binder.tensor(in.src1(), OperandBinder.high(in.inDtypes()), channels);
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), channels);
        OperandBinder.expectSameCount(first, destination);
        OperandBinder.expectSameCount(second, destination);
        return new ScalarTensorTensorBits(
                binder.units(),
                first,
                second,
                destination,
                TensorScalarBits.bitOp(in.op0()),
                TensorScalarBits.bitOp(in.op1()),
                Integer.toUnsignedLong(in.immediate0()),
                in.reverseOperands());
    }

    @Override
    void compute(CoreUnits units) {
        int count = destination.elements();
        int width = first.codec().type().bits();
        long[] a = units.scratch().words(0, count);
        long[] b = units.scratch().words(1, count);
        for (int c = 0; c < destination.channels(); c++) {
            first.readBits(c, a);
            second.readBits(c, b);
            for (int i = 0; i < count; i++) {
                long inner = apply(firstOp, a[i], scalar, width, (reverse & 1) != 0);
                a[i] = apply(secondOp, inner, b[i], width, (reverse & 2) != 0);
            }
            destination.writeBits(c, a);
        }
    }

    private static long apply(AluOp op, long a, long b, int width, boolean reversed) {
        return reversed ? IntegerAlu.apply(op, b, a, width) : IntegerAlu.apply(op, a, b, width);
    }
}
