package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0x62 BATCH_NORM_AGGREGATE: mean and population variance over groups of {count, mean, count times variance}.
 *
 * <p>Source: exec-sunda.md §5.
 */
final class BatchNormAggregate extends ComputeOperation {
    private static final int GROUP = 3;

    private final OnChipOperand source;
    private final OnChipOperand destination;

    private BatchNormAggregate(CoreUnits units, OnChipOperand source, OnChipOperand destination) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
    }

    static BatchNormAggregate of(VectorOperands.BatchNorm in, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        if (source.elements() % GROUP != 0 || destination.elements() != 2) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d source and %d destination elements".formatted(source.elements(), destination.elements()));
        }
        return new BatchNormAggregate(binder.units(), source, destination);
    }

    @Override
    void compute(CoreUnits units) {
        float[] row = units.scratch().floats(0, source.elements());
        float[] out = units.scratch().floats(1, 2);
        for (int c = 0; c < source.channels(); c++) {
            source.read(c, row);
            aggregate(row, out);
            destination.write(c, out);
        }
    }

    private void aggregate(float[] row, float[] out) {
        double count = 0;
        double sum = 0;
        for (int g = 0; g < source.elements(); g += GROUP) {
            count += row[g];
            sum += (double) row[g] * row[g + 1];
        }
        double mean = sum / count;
        double squares = 0;
        for (int g = 0; g < source.elements(); g += GROUP) {
            double distance = row[g + 1] - mean;
            squares += row[g + 2] + row[g] * distance * distance;
        }
        out[0] = (float) mean;
        out[1] = (float) (squares / count);
    }
}
