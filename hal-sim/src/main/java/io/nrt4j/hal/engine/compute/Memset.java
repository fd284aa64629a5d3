package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.Arrays;
import java.util.List;

/** 0x49 MEMSET with raw bits, and 0x4D RNG with random ones. Source: isa.md §5.8, isa-encodings.md §3. */
final class Memset extends ComputeOperation {
    private final OnChipOperand destination;
    private final long value;
    private final boolean random;

    private Memset(CoreUnits units, OnChipOperand destination, long value, boolean random) {
        super(units, List.of(), List.of(destination));
        this.destination = destination;
        this.value = value;
        this.random = random;
    }

    static Memset of(VectorOperands.Memset in, boolean random, OperandBinder binder) {
        OnChipOperand destination = binder.tensor(in.dst(), in.dtype(), in.channels());
        if (destination.elements() != in.dstElementCount()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d elements in the pattern, %d in the count"
                            .formatted(destination.elements(), in.dstElementCount()));
        }
        return new Memset(binder.units(), destination, Integer.toUnsignedLong(in.value()), random);
    }

    @Override
    void compute(CoreUnits units) {
        int count = destination.elements();
        long[] row = units.scratch().words(0, count);
        Arrays.fill(row, 0, count, value);
        for (int c = 0; c < destination.channels(); c++) {
            if (random) {
                for (int i = 0; i < count; i++) {
                    row[i] = units.vector().random().next();
                }
            }
            destination.writeBits(c, row);
        }
    }
}
