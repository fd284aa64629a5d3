package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.FloatAlu;
import io.nrt4j.hal.engine.numeric.IntegerAlu;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0x41 TENSOR_TENSOR and 0x51, its bit-vector form: {@code src0 op src1}. v2's 0x8A, 0x8B and 0x8F are the sum, product
 * and difference of it, named by the opcode.
 *
 * <p>Source: isa.md §3, §5.7; exec-sunda.md §5 for the integer engine (operations from 0xC4, modulo the output's width).
 */
final class TensorTensor extends ComputeOperation {
    private final OnChipOperand first;
    private final OnChipOperand second;
    private final OnChipOperand destination;
    private final AluOp op;
    private final boolean inFloats;

    private TensorTensor(
            CoreUnits units,
            OnChipOperand first,
            OnChipOperand second,
            OnChipOperand destination,
            AluOp op,
            boolean inFloats) {
        super(units, List.of(first, second), List.of(destination));
        this.first = first;
        this.second = second;
        this.destination = destination;
        this.op = op;
        this.inFloats = inFloats;
    }

    static TensorTensor of(VectorOperands.TensorTensor in, boolean bitvec, OperandBinder binder) {
        return of(in, AluOp.of(in.op()), bitvec, binder);
    }

    /** An instruction whose opcode names the operation. */
    static TensorTensor of(VectorOperands.TensorTensor in, AluOp op, boolean bitvec, OperandBinder binder) {
        int channels = in.channels();
        OnChipOperand first = binder.tensor(in.src0(), OperandBinder.low(in.inDtypes()), channels);
        OnChipOperand second = binder.tensor(in.src1(), OperandBinder.high(in.inDtypes()), channels);
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), channels);
        OperandBinder.expectSameCount(first, destination);
        OperandBinder.expectSameCount(second, destination);
        boolean known = bitvec
                ? op.isBitvec() && IntegerAlu.has(op)
                : FloatAlu.has(op) || (op.isInteger() && IntegerAlu.has(op));
        if (!known) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, op + " between two tensors");
        }
        return new TensorTensor(binder.units(), first, second, destination, op, !bitvec && FloatAlu.has(op));
    }

    @Override
    void compute(CoreUnits units) {
        for (int c = 0; c < destination.channels(); c++) {
            if (inFloats) {
                floats(c, units.scratch());
            } else {
                integers(c, units.scratch());
            }
        }
    }

    private void floats(int channel, Scratch scratch) {
        int count = destination.elements();
        float[] a = scratch.floats(0, count);
        float[] b = scratch.floats(1, count);
        first.read(channel, a);
        second.read(channel, b);
        FloatAlu.apply(op, a, b, count);
        destination.write(channel, a);
    }

    private void integers(int channel, Scratch scratch) {
        int count = destination.elements();
        long[] a = scratch.words(0, count);
        long[] b = scratch.words(1, count);
        if (op.isInteger() && !op.isUnsigned()) {
            first.readIntegers(channel, a);
            second.readIntegers(channel, b);
        } else {
            first.readBits(channel, a);
            second.readBits(channel, b);
        }
        int width = first.codec().type().bits();
        for (int i = 0; i < count; i++) {
            a[i] = IntegerAlu.apply(op, a[i], b[i], width);
        }
        if (op.isInteger()) {
            destination.writeIntegers(channel, a);
        } else {
            destination.writeBits(channel, a);
        }
    }
}
