package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.ActOperands;
import java.util.List;

/**
 * 0x24 ACTIVATION_READ_ACCUMULATOR and 0x9B DVE_READ_ACCUMULATOR: the running sum of each partition, which the second
 * may negate. Source: isa-encodings.md §2.
 */
final class ReadAccumulator extends ComputeOperation {
    private final OnChipOperand destination;
    private final LaneAccumulators accumulators;
    private final boolean negated;

    private ReadAccumulator(
            CoreUnits units, OnChipOperand destination, LaneAccumulators accumulators, boolean negated) {
        super(units, List.of(), List.of(destination));
        this.destination = destination;
        this.accumulators = accumulators;
        this.negated = negated;
    }

    static ReadAccumulator ofActivationEngine(ActOperands.ReadAccumulator in, OperandBinder binder) {
        OperandBinder.expect(in.negated(), 0, "negation");
        return of(in, binder.units().activation().accumulators(), binder);
    }

    static ReadAccumulator ofVectorEngine(ActOperands.ReadAccumulator in, OperandBinder binder) {
        return of(in, binder.units().vector().accumulators(), binder);
    }

    private static ReadAccumulator of(
            ActOperands.ReadAccumulator in, LaneAccumulators accumulators, OperandBinder binder) {
        OnChipOperand destination = binder.tensor(in.dst(), in.dtype(), in.channels());
        if (destination.elements() != 1) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, destination.elements() + " destination elements for one sum");
        }
        return new ReadAccumulator(binder.units(), destination, accumulators, in.negated() != 0);
    }

    @Override
    void compute(CoreUnits units) {
        float[] row = units.scratch().floats(0, 1);
        for (int c = 0; c < destination.channels(); c++) {
            float sum = accumulators.get(destination.firstPartition() + c);
            row[0] = negated ? -sum : sum;
            destination.write(c, row);
        }
    }
}
