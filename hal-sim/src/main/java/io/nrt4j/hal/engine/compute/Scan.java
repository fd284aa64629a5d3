package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.FloatAlu;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AccumulatorCommand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.ArrayList;
import java.util.List;

/**
 * 0xE5 TENSOR_TENSOR_SCAN: {@code state = (src0 op0 state) op1 src1}, every state written; and 0x9D
 * SCALAR_TENSOR_TENSOR: {@code (src0 op0 imm0) op1 src1}, without a state, whose results may be summed.
 *
 * <p>Source: isa-encodings.md §3 (S2S2D2_STT); exec-sunda.md §5 for the scan.
 */
final class Scan extends ComputeOperation {
    private final OnChipOperand first;
    private final OnChipOperand second;
    private final OnChipOperand destination;
    private final AluOp firstOp;
    private final AluOp secondOp;
    private final Scalar scalar;
    private final boolean keepsState;
    private final int reverse;
    private final AccumulatorCommand accumulate;

    private Scan(
            CoreUnits units,
            OnChipOperand first,
            OnChipOperand second,
            OnChipOperand destination,
            AluOp firstOp,
            AluOp secondOp,
            Scalar scalar,
            boolean keepsState,
            int reverse,
            AccumulatorCommand accumulate) {
        super(units, sources(first, second, scalar), List.of(destination));
        this.first = first;
        this.second = second;
        this.destination = destination;
        this.firstOp = firstOp;
        this.secondOp = secondOp;
        this.scalar = scalar;
        this.keepsState = keepsState;
        this.reverse = reverse;
        this.accumulate = accumulate;
    }

    private static List<OnChipOperand> sources(OnChipOperand first, OnChipOperand second, Scalar scalar) {
        List<OnChipOperand> all = new ArrayList<>(List.of(first, second));
        scalar.operand().ifPresent(all::add);
        return all;
    }

    static Scan of(VectorOperands.ScalarTensorTensor in, boolean keepsState, OperandBinder binder) {
        if (keepsState) {
            OperandBinder.expect(in.accumulatorCommand(), 0, "accumulator command");
            OperandBinder.expect(in.reverseOperands(), 0, "operand order");
        }
        int channels = in.channels();
        OnChipOperand first = binder.tensor(in.src0(), OperandBinder.low(in.inDtypes()), channels);
        OnChipOperand second = binder.tensor(in.src1(), OperandBinder.high(in.inDtypes()), channels);
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), channels);
        OperandBinder.expectSameCount(first, destination);
        OperandBinder.expectSameCount(second, destination);
        ElementCodec codec = binder.codec(in.immediate0Dtype());
        return new Scan(
                binder.units(),
                first,
                second,
                destination,
                floatOp(in.op0()),
                floatOp(in.op1()),
                binder.scalar(in.immediate0Source(), in.immediate0(), codec, channels),
                keepsState,
                in.reverseOperands(),
                LaneAccumulators.command(in.accumulatorCommand()));
    }

    private static AluOp floatOp(int code) {
        AluOp op = AluOp.of(code);
        if (!FloatAlu.has(op)) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, op + " on fp32");
        }
        return op;
    }

    @Override
    void compute(CoreUnits units) {
        int count = destination.elements();
        float[] a = units.scratch().floats(0, count);
        float[] b = units.scratch().floats(1, count);
        for (int c = 0; c < destination.channels(); c++) {
            first.read(c, a);
            second.read(c, b);
            float operand = scalar.of(c);
            for (int i = 0; i < count; i++) {
                float inner = apply(firstOp, a[i], operand, (reverse & 1) != 0);
                a[i] = apply(secondOp, inner, b[i], (reverse & 2) != 0);
                operand = keepsState ? a[i] : operand;
            }
            units.vector().accumulators().apply(accumulate, destination.firstPartition() + c, a, count);
            destination.write(c, a);
        }
    }

    private static float apply(AluOp op, float a, float b, boolean reversed) {
        return reversed ? FloatAlu.apply(op, b, a) : FloatAlu.apply(op, a, b);
    }
}
