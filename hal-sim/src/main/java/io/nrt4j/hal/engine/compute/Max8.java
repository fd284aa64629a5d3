package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.Arrays;
import java.util.List;

/** 0x6C MAX8: the eight largest elements, the smallest of them first. Source: exec-sunda.md §5. */
final class Max8 extends ComputeOperation {
    private static final int RESULTS = 8;

    private final OnChipOperand source;
    private final OnChipOperand destination;

    private Max8(CoreUnits units, OnChipOperand source, OnChipOperand destination) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
    }

    static Max8 of(VectorOperands.BatchNorm in, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        if (source.elements() < RESULTS || destination.elements() != RESULTS) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d source and %d destination elements".formatted(source.elements(), destination.elements()));
        }
        return new Max8(binder.units(), source, destination);
    }

    @Override
    void compute(CoreUnits units) {
        int count = source.elements();
        float[] row = units.scratch().floats(0, count);
        for (int c = 0; c < source.channels(); c++) {
            source.read(c, row);
            Arrays.sort(row, 0, count);
            destination.write(c, Arrays.copyOfRange(row, count - RESULTS, count));
        }
    }
}
