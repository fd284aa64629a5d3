package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0x72 COPY_PREDICATED and 0x99 CAST_PREDICATED: elements are written where an integer predicate is not zero.
 *
 * <p>Source: isa-encodings.md §3, exec-sunda.md §5.
 */
final class CopyPredicated extends ComputeOperation {
    private final OnChipOperand predicate;
    private final OnChipOperand data;
    private final OnChipOperand destination;

    private CopyPredicated(CoreUnits units, OnChipOperand predicate, OnChipOperand data, OnChipOperand destination) {
        super(units, List.of(predicate, data), List.of(destination));
        this.predicate = predicate;
        this.data = data;
        this.destination = destination;
    }

    static CopyPredicated of(VectorOperands.TensorTensor in, OperandBinder binder) {
        int channels = in.channels();
        OnChipOperand predicate = binder.tensor(in.src0(), OperandBinder.low(in.inDtypes()), channels);
        OnChipOperand data = binder.tensor(in.src1(), OperandBinder.high(in.inDtypes()), channels);
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), channels);
        OperandBinder.expectSameCount(predicate, destination);
        OperandBinder.expectSameCount(data, destination);
        return new CopyPredicated(binder.units(), predicate, data, destination);
    }

    @Override
    void compute(CoreUnits units) {
        int count = destination.elements();
        long[] chosen = units.scratch().words(0, count);
        long[] bits = units.scratch().words(1, count);
        long[] out = units.scratch().words(2, count);
        for (int c = 0; c < destination.channels(); c++) {
            predicate.readBits(c, chosen);
            data.readBits(c, bits);
            destination.readBits(c, out);
            for (int i = 0; i < count; i++) {
                if (chosen[i] != 0) {
                    out[i] = converted(bits[i]);
                }
            }
            destination.writeBits(c, out);
        }
    }

    private long converted(long bits) {
        if (data.codec().type() == destination.codec().type()) {
            return bits;
        }
        return destination.codec().bits(data.codec().value(bits));
    }
}
