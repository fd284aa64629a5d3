package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.numeric.FloatAlu;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.ImmediateSource;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The arithmetic of a tensor-scalar instruction: {@code op1(op0(in, imm0), imm1)} in fp32, each operand order
 * reversible.
 *
 * <p>An immediate is a value or one fp32 per partition. Source: isa.md §5.6, exec-sunda.md §5 (sources of the two
 * immediates).
 */
record ScalarStages(Stage first, Stage second) {
    /** One of the two operations. */
    record Stage(AluOp op, Scalar scalar, boolean reversed) {
        void apply(float[] row, int channel, int count) {
            if (op != AluOp.BYPASS) {
                FloatAlu.apply(op, row, scalar.of(channel), reversed, count);
            }
        }
    }

    /** The stages of an instruction whose slot says where its immediates come from. */
    static ScalarStages of(VectorOperands.TensorScalar in, OperandBinder binder) {
        return of(in, in.immediate0Source(), in.immediate1Source(), binder);
    }

    /** The stages of an instruction whose immediates are pointers by its opcode; a bypass has none. */
    static ScalarStages ofPointers(VectorOperands.TensorScalar in, OperandBinder binder) {
        return of(in, pointerUnlessBypass(in.op0()), pointerUnlessBypass(in.op1()), binder);
    }

    private static int pointerUnlessBypass(int op) {
        return op == AluOp.BYPASS.code() ? ImmediateSource.INSTRUCTION.code() : ImmediateSource.POINTER.code();
    }

    private static ScalarStages of(VectorOperands.TensorScalar in, int source0, int source1, OperandBinder binder) {
        ElementCodec fp32 = binder.codec(Dtype.FP32);
        Scalar first = binder.scalar(source0, in.immediate0(), fp32, in.channels());
        Scalar second = binder.scalar(source1, in.immediate1(), fp32, in.channels());
        return new ScalarStages(
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

    /** Computes the first {@code count} values of a channel in place. */
    void apply(float[] row, int channel, int count) {
        first.apply(row, channel, count);
        second.apply(row, channel, count);
    }

    /** The source and the immediates that lie in memory. */
    List<OnChipOperand> operands(OnChipOperand source) {
        return Stream.concat(
                        Stream.of(source),
                        Stream.of(first, second).map(s -> s.scalar().operand()).flatMap(Optional::stream))
                .toList();
    }
}
