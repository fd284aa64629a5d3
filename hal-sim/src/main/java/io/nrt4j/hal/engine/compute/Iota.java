package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.PoolOperands;
import java.util.List;

/**
 * 0x7E IOTA: {@code base + sum of index * step + partition * multiplier}. Source: isa-encodings.md §3, exec-sunda.md §5.
 */
final class Iota extends ComputeOperation {
    private final AccessPattern sequence;
    private final int multiplier;
    private final OnChipOperand destination;

    private Iota(CoreUnits units, AccessPattern sequence, int multiplier, OnChipOperand destination) {
        super(units, List.of(), List.of(destination));
        this.sequence = sequence;
        this.multiplier = multiplier;
        this.destination = destination;
    }

    static Iota of(PoolOperands.Iota in, OperandBinder binder) {
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        if (in.sequence().elements() != destination.elements()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d values for %d elements".formatted(in.sequence().elements(), destination.elements()));
        }
        return new Iota(binder.units(), in.sequence(), in.channelMultiplier(), destination);
    }

    @Override
    void compute(CoreUnits units) {
        int count = destination.elements();
        long[] row = units.scratch().words(0, count);
        for (int c = 0; c < destination.channels(); c++) {
            for (int i = 0; i < count; i++) {
                row[i] = sequence.address() + sequence.offset(i) + (long) c * multiplier;
            }
            destination.writeIntegers(c, row);
        }
    }
}
