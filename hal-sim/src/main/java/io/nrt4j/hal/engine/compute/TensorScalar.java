package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * Arithmetic between a tensor and scalars: 0x43 TENSOR_SCALAR, 0x44, whose scalars are always in memory, and 0x93, which
 * reads its source with every block of 32 by 32 transposed.
 *
 * <p>Operations of the integer engine go to {@link TensorScalarBits}. Source: isa.md §5.6, isa-encodings.md §3.
 */
final class TensorScalar extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final ScalarStages stages;
    private final boolean transposed;

    private TensorScalar(
            CoreUnits units, OnChipOperand source, OnChipOperand destination, ScalarStages stages, boolean transposed) {
        super(units, stages.operands(source), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.stages = stages;
        this.transposed = transposed;
    }

    static ComputeOperation of(Opcode opcode, VectorOperands.TensorScalar in, OperandBinder binder) {
        boolean pointers = opcode == Opcode.TENSOR_SCALAR_PTR_ARITH_OP;
        if (AluOp.of(in.op0()).isInteger() || AluOp.of(in.op1()).isInteger()) {
            return TensorScalarBits.of(in, false, pointers, binder);
        }
        OperandBinder.expect(in.accumulatorCommand(), 0, "accumulator command");
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        OperandBinder.expectSameCount(source, destination);
        boolean transposed = opcode == Opcode.TRANSPOSE_TENSOR_SCALAR_ARITH_OP;
        if (transposed) {
            BlockTranspose.expectBlocks(source);
        }
        ScalarStages stages = pointers ? ScalarStages.ofPointers(in, binder) : ScalarStages.of(in, binder);
        return new TensorScalar(binder.units(), source, destination, stages, transposed);
    }

    @Override
    void compute(CoreUnits units) {
        int count = source.elements();
        float[] row = units.scratch().floats(0, count);
        long[][] blocks = transposed ? BlockTranspose.read(source) : new long[0][];
        for (int c = 0; c < source.channels(); c++) {
            if (transposed) {
                for (int i = 0; i < count; i++) {
                    row[i] = source.codec().value(blocks[c][i]);
                }
            } else {
                source.read(c, row);
            }
            stages.apply(row, c, count);
            destination.write(c, row);
        }
    }
}
