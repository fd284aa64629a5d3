package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0x61 BATCH_NORM_STATS2: count, mean and count times variance of the even elements, then of the odd ones.
 *
 * <p>Source: exec-sunda.md §5.
 */
final class BatchNormStats extends ComputeOperation {
    private static final int RESULTS = 6;

    private final OnChipOperand source;
    private final OnChipOperand destination;

    private BatchNormStats(CoreUnits units, OnChipOperand source, OnChipOperand destination) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
    }

    static BatchNormStats of(VectorOperands.BatchNorm in, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        float even = Float.intBitsToFloat(in.evenCount());
        float odd = Float.intBitsToFloat(in.oddCount());
        int odds = source.elements() / 2;
        if (even != source.elements() - odds || odd != odds) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, "counts %s and %s for %d elements".formatted(even, odd, source.elements()));
        }
        if (destination.elements() != RESULTS) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, destination.elements() + " destination elements for six results");
        }
        return new BatchNormStats(binder.units(), source, destination);
    }

    @Override
    void compute(CoreUnits units) {
        float[] row = units.scratch().floats(0, source.elements());
        float[] out = units.scratch().floats(1, RESULTS);
        for (int c = 0; c < source.channels(); c++) {
            source.read(c, row);
            statistics(row, 0, out, 0);
            statistics(row, 1, out, RESULTS / 2);
            destination.write(c, out);
        }
    }

    /** The three results for every second element from {@code first} on; sums in double precision, rounded once. */
    private void statistics(float[] row, int first, float[] out, int to) {
        int count = 0;
        double sum = 0;
        for (int i = first; i < source.elements(); i += 2) {
            sum += row[i];
            count++;
        }
        double mean = count == 0 ? 0 : sum / count;
        double squares = 0;
        for (int i = first; i < source.elements(); i += 2) {
            squares += (row[i] - mean) * (row[i] - mean);
        }
        out[to] = count;
        out[to + 1] = (float) mean;
        out[to + 2] = (float) squares;
    }
}
