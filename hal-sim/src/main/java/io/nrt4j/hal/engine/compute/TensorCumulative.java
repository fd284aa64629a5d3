package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.numeric.FloatAlu;
import io.nrt4j.hal.engine.numeric.IntegerAlu;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0x4E TENSOR_CUMULATIVE and 0x5E, its bit-vector form: the running value of a reduction at every element of the folded
 * dimensions. Source: isa-encodings.md §3.
 */
final class TensorCumulative extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final AluOp op;
    private final int group;
    private final boolean negated;
    private final boolean bitvec;

    private TensorCumulative(
            CoreUnits units,
            OnChipOperand source,
            OnChipOperand destination,
            AluOp op,
            int group,
            boolean negated,
            boolean bitvec) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.op = op;
        this.group = group;
        this.negated = negated;
        this.bitvec = bitvec;
    }

    static TensorCumulative of(VectorOperands.TensorReduce in, boolean bitvec, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        OperandBinder.expectSameCount(source, destination);
        AluOp op = AluOp.of(in.op());
        if (bitvec ? !op.isBitvec() || !IntegerAlu.has(op) : !FloatAlu.has(op)) {
            throw TensorReduce.unknown(op);
        }
        if (bitvec) {
            OperandBinder.expect(in.negated(), 0, "negation");
        }
        int group = TensorReduce.group(in.src(), in.opDimension());
        return new TensorCumulative(binder.units(), source, destination, op, group, in.negated() != 0, bitvec);
    }

    @Override
    void compute(CoreUnits units) {
        for (int c = 0; c < source.channels(); c++) {
            if (bitvec) {
                bits(c, units.scratch());
            } else {
                floats(c, units.scratch());
            }
        }
    }

    private void floats(int channel, Scratch scratch) {
        int count = source.elements();
        float[] row = scratch.floats(0, count);
        source.read(channel, row);
        for (int start = 0; start < count; start += group) {
            if (op == AluOp.ADD) {
                sums(row, start);
            } else {
                for (int i = start + 1; i < start + group; i++) {
                    row[i] = FloatAlu.apply(op, row[i - 1], row[i]);
                }
            }
        }
        if (negated) {
            for (int i = 0; i < count; i++) {
                row[i] = -row[i];
            }
        }
        destination.write(channel, row);
    }

    private void sums(float[] row, int start) {
        double sum = 0;
        for (int i = start; i < start + group; i++) {
            sum = i == start ? row[i] : sum + row[i];
            row[i] = (float) sum;
        }
    }

    private void bits(int channel, Scratch scratch) {
        int count = source.elements();
        long[] row = scratch.words(0, count);
        source.readBits(channel, row);
        for (int start = 0; start < count; start += group) {
            for (int i = start + 1; i < start + group; i++) {
                row[i] = IntegerAlu.apply(
                        op, row[i - 1], row[i], source.codec().type().bits());
            }
        }
        destination.writeBits(channel, row);
    }
}
