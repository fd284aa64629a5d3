package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.PoolOperands;
import java.util.Arrays;
import java.util.List;

/**
 * 0x67 POOL_BUFFER_LOAD, a piece of a table into the buffer, and 0x68 GATHER, the elements of that piece by index.
 *
 * <p>Source: exec-sunda.md §5. A first piece zeroes what its indices do not hit, later ones keep it.
 */
final class Gather extends ComputeOperation {
    private final OnChipOperand indices;
    private final OnChipOperand destination;
    private final boolean keeps;

    private Gather(CoreUnits units, OnChipOperand indices, OnChipOperand destination, boolean keeps) {
        super(units, List.of(indices), List.of(destination));
        this.indices = indices;
        this.destination = destination;
        this.keeps = keeps;
    }

    static Gather of(PoolOperands.Gather in, OperandBinder binder) {
        OnChipOperand indices = binder.tensor(in.indices(), in.indexDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        OperandBinder.expectSameCount(indices, destination);
        return new Gather(binder.units(), indices, destination, in.keep() != 0);
    }

    @Override
    void compute(CoreUnits units) {
        int count = destination.elements();
        long[] index = units.scratch().words(0, count);
        long[] out = units.scratch().words(1, count);
        for (int c = 0; c < destination.channels(); c++) {
            indices.readIntegers(c, index);
            if (keeps) {
                destination.readBits(c, out);
            } else {
                Arrays.fill(out, 0, count, 0);
            }
            for (int i = 0; i < count; i++) {
                if (units.pool().holds(index[i])) {
                    out[i] = units.pool().get(c, index[i], destination.codec());
                }
            }
            destination.writeBits(c, out);
        }
    }

    /** POOL_BUFFER_LOAD. */
    static final class LoadBuffer extends ComputeOperation {
        private final OnChipOperand source;
        private final long start;
        private final long mask;

        private LoadBuffer(CoreUnits units, OnChipOperand source, long start, long mask) {
            super(units, List.of(source), List.of());
            this.source = source;
            this.start = start;
            this.mask = mask;
        }

        static LoadBuffer of(PoolOperands.PoolBufferLoad in, OperandBinder binder) {
            OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
            if (source.elements() > PoolUnit.CAPACITY) {
                throw new InstructionFaultException(
                        FaultKind.BAD_OPERAND, source.elements() + " elements for a buffer of 512");
            }
            return new LoadBuffer(binder.units(), source, in.startIndex(), in.mask());
        }

        @Override
        void compute(CoreUnits units) {
            long[][] rows = new long[source.channels()][source.elements()];
            for (int c = 0; c < rows.length; c++) {
                source.readBits(c, rows[c]);
            }
            units.pool().load(rows, source.codec(), start, mask);
        }
    }
}
