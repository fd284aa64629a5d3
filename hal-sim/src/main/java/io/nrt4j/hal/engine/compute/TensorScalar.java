package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.FloatAlu;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.ArrayList;
import java.util.List;

/**
 * 0x43 TENSOR_SCALAR: {@code op1(op0(in, imm0), imm1)} in fp32, each operand order reversible.
 *
 * <p>Source: isa.md §5.6, exec-sunda.md §5 (sources of the two immediates).
 */
final class TensorScalar extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final Stage first;
    private final Stage second;

    /** One of the two operations. */
    private record Stage(AluOp op, Scalar scalar, boolean reversed) {
        void apply(float[] row, int channel, int count) {
            if (op != AluOp.BYPASS) {
                FloatAlu.apply(op, row, scalar.of(channel), reversed, count);
            }
        }
    }

    private TensorScalar(CoreUnits units, OnChipOperand source, OnChipOperand destination, Stage first, Stage second) {
        super(units, sources(source, first, second), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.first = first;
        this.second = second;
    }

    private static List<OnChipOperand> sources(OnChipOperand source, Stage... stages) {
        List<OnChipOperand> all = new ArrayList<>(List.of(source));
        for (Stage stage : stages) {
            stage.scalar().operand().ifPresent(all::add);
        }
        return all;
    }

    static TensorScalar of(VectorOperands.TensorScalar in, OperandBinder binder) {
        OperandBinder.expect(in.accumulatorCommand(), 0, "accumulator command");
        int channels = in.channels();
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), channels);
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), channels);
        OperandBinder.expectSameCount(source, destination);
        ElementCodec fp32 = binder.codec(Dtype.FP32);
        Scalar first = binder.scalar(in.immediate0Source(), in.immediate0(), fp32, channels);
        Scalar second = binder.scalar(in.immediate1Source(), in.immediate1(), fp32, channels);
        return new TensorScalar(
                binder.units(),
                source,
                destination,
                stage(in.op0(), first, (in.reverseOperands() & 1) != 0),
                stage(in.op1(), second, (in.reverseOperands() & 2) != 0));
    }

    private static Stage stage(int code, Scalar scalar, boolean reversed) {
        AluOp op = AluOp.of(code);
        if (!FloatAlu.has(op)) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, op + " between fp32 and a scalar");
        }
        return new Stage(op, scalar, reversed);
    }

    @Override
    void compute(CoreUnits units) {
        int count = source.elements();
        float[] row = units.scratch().floats(0, count);
        for (int c = 0; c < source.channels(); c++) {
            source.read(c, row);
            first.apply(row, c, count);
            second.apply(row, c, count);
            destination.write(c, row);
        }
    }
}
