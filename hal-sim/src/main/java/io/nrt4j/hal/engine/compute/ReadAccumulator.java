package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.ActOperands;
import java.util.List;

/** 0x24 ACTIVATION_READ_ACCUMULATOR: the running sum of each partition. Source: isa-encodings.md §2. */
final class ReadAccumulator extends ComputeOperation {
    private final OnChipOperand destination;

    private ReadAccumulator(CoreUnits units, OnChipOperand destination) {
        super(units, List.of(), List.of(destination));
        this.destination = destination;
    }

    static ReadAccumulator of(ActOperands.ReadAccumulator in, OperandBinder binder) {
        OperandBinder.expect(in.negated(), 0, "negation");
        return new ReadAccumulator(binder.units(), binder.tensor(in.dst(), in.dtype(), in.channels()));
    }

    @Override
    void compute(CoreUnits units) {
        float[] row = units.scratch().floats(0, destination.elements());
        for (int c = 0; c < destination.channels(); c++) {
            row[0] = units.activation().accumulators()[destination.firstPartition() + c];
            destination.write(c, row);
        }
    }
}
