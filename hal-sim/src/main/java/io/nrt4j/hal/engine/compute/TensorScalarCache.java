package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AccumulatorCommand;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * Arithmetic between a tensor and scalars whose results the vector engine also sums: 0x9A TENSOR_SCALAR_CACHE_REDUCE
 * writes the results, 0xE6 TENSOR_SCALAR_CACHE_CUMULATIVE the running sum at every one of them.
 *
 * <p>0x9B reads the sums. Source: isa-encodings.md §3.
 */
final class TensorScalarCache extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final ScalarStages stages;
    private final AccumulatorCommand command;
    private final boolean cumulative;

    private TensorScalarCache(
            CoreUnits units,
            OnChipOperand source,
            OnChipOperand destination,
            ScalarStages stages,
            AccumulatorCommand command,
            boolean cumulative) {
        super(units, stages.operands(source), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.stages = stages;
        this.command = command;
        this.cumulative = cumulative;
    }

    static TensorScalarCache of(VectorOperands.TensorScalar in, boolean cumulative, OperandBinder binder) {
        AccumulatorCommand command = LaneAccumulators.command(in.accumulatorCommand());
        if (command == AccumulatorCommand.IDLE) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, "a sum without an accumulator command");
        }
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        OperandBinder.expectSameCount(source, destination);
        return new TensorScalarCache(
                binder.units(), source, destination, ScalarStages.of(in, binder), command, cumulative);
    }

    @Override
    void compute(CoreUnits units) {
        int count = source.elements();
        float[] row = units.scratch().floats(0, count);
        LaneAccumulators sums = units.vector().accumulators();
        for (int c = 0; c < source.channels(); c++) {
            int lane = destination.firstPartition() + c;
            source.read(c, row);
            stages.apply(row, c, count);
            float before = command == AccumulatorCommand.ACCUMULATE ? sums.get(lane) : 0;
            sums.apply(command, lane, row, count);
            if (cumulative) {
                runningSums(row, count, before);
            }
            destination.write(c, row);
        }
    }

    private static void runningSums(float[] row, int count, float before) {
        double sum = before;
        for (int i = 0; i < count; i++) {
            sum += row[i];
            row[i] = (float) sum;
        }
    }
}
