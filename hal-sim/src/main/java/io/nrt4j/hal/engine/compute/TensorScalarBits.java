package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.IntegerAlu;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/** 0x53: bit operations with two immediates of the element's width. Source: isa-encodings.md §3, exec-sunda.md §5. */
final class TensorScalarBits extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final AluOp firstOp;
    private final AluOp secondOp;
    private final long first;
    private final long second;

    private TensorScalarBits(
            CoreUnits units,
            OnChipOperand source,
            OnChipOperand destination,
            AluOp firstOp,
            long first,
            AluOp secondOp,
            long second) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.firstOp = firstOp;
        this.first = first;
        this.secondOp = secondOp;
        this.second = second;
    }

    static TensorScalarBits of(VectorOperands.TensorScalar in, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        OperandBinder.expectSameCount(source, destination);
        OperandBinder.expect(in.accumulatorCommand(), 0, "accumulator command");
        OperandBinder.expect(in.immediate0Source(), 0, "source of the first immediate");
        OperandBinder.expect(in.immediate1Source(), 0, "source of the second immediate");
        OperandBinder.expect(in.reverseOperands(), 0, "operand order");
        if (source.codec().bytes() != destination.codec().bytes()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_DTYPE, "a bit operation between elements of different width");
        }
        return new TensorScalarBits(
                binder.units(),
                source,
                destination,
                bitOp(in.op0()),
                Integer.toUnsignedLong(in.immediate0()),
                bitOp(in.op1()),
                Integer.toUnsignedLong(in.immediate1()));
    }

    private static AluOp bitOp(int code) {
        AluOp op = AluOp.of(code);
        if (!op.isBitvec() || !IntegerAlu.has(op)) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, op + " on bits");
        }
        return op;
    }

    @Override
    void compute(CoreUnits units) {
        int count = source.elements();
        int width = source.codec().type().bits();
        long[] row = units.scratch().words(0, count);
        for (int c = 0; c < source.channels(); c++) {
            source.readBits(c, row);
            for (int i = 0; i < count; i++) {
                long value = IntegerAlu.apply(firstOp, row[i], first, width);
                row[i] = IntegerAlu.apply(secondOp, value, second, width);
            }
            destination.writeBits(c, row);
        }
    }
}
