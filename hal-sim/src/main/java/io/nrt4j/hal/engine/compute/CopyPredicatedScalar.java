package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0xE8 COPY_PREDICATED_SCALAR: a scalar is written where a predicate is zero (inverted) or where it is not.
 *
 * <p>Source: exec-sunda.md §5, §7.
 */
final class CopyPredicatedScalar extends ComputeOperation {
    private final OnChipOperand predicate;
    private final OnChipOperand destination;
    private final boolean inverted;
    private final long scalar;

    private CopyPredicatedScalar(
            CoreUnits units, OnChipOperand predicate, OnChipOperand destination, boolean inverted, long scalar) {
        super(units, List.of(predicate), List.of(destination));
        this.predicate = predicate;
        this.destination = destination;
        this.inverted = inverted;
        this.scalar = scalar;
    }

    static CopyPredicatedScalar of(VectorOperands.CopyPredicatedScalar in, OperandBinder binder) {
        OnChipOperand predicate = binder.tensor(in.predicate(), in.predicateDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        OperandBinder.expectSameCount(predicate, destination);
        ElementCodec given = binder.codec(in.scalarDtype());
        long raw = Integer.toUnsignedLong(in.scalar());
        long scalar = given.type() == destination.codec().type()
                ? raw
                : destination.codec().bits(given.value(raw));
        return new CopyPredicatedScalar(binder.units(), predicate, destination, in.inverted() != 0, scalar);
    }

    @Override
    void compute(CoreUnits units) {
        int count = destination.elements();
        long[] chosen = units.scratch().words(0, count);
        long[] out = units.scratch().words(1, count);
        for (int c = 0; c < destination.channels(); c++) {
            predicate.readBits(c, chosen);
            destination.readBits(c, out);
            for (int i = 0; i < count; i++) {
                if (chosen[i] != 0 != inverted) {
                    out[i] = scalar;
                }
            }
            destination.writeBits(c, out);
        }
    }
}
