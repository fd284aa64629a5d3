package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.Arrays;
import java.util.List;

/**
 * 0x6B STREAM_TRANSPOSE: transposes every block of 32 partitions by 32 elements.
 *
 * <p>The destination may be shorter: only the first elements are written. With the mask enabled, mask entries below 32
 * enable output partitions. Source: exec-sunda.md §5, §7.
 */
final class StreamTranspose extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final boolean masked;

    private StreamTranspose(CoreUnits units, OnChipOperand source, OnChipOperand destination, boolean masked) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.masked = masked;
    }

    static StreamTranspose of(VectorOperands.TensorReduce in, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        StreamShuffle.expectGroups(source, destination);
        if (source.elements() % VectorUnit.GROUP != 0 || destination.elements() > source.elements()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d source and %d destination elements".formatted(source.elements(), destination.elements()));
        }
        return new StreamTranspose(binder.units(), source, destination, in.maskEnable() != 0);
    }

    @Override
    void compute(CoreUnits units) {
        long[][] rows = new long[source.channels()][source.elements()];
        for (int c = 0; c < rows.length; c++) {
            source.readBits(c, rows[c]);
        }
        long[] out = new long[source.elements()];
        for (int c = 0; c < rows.length; c++) {
            int group = c / VectorUnit.GROUP * VectorUnit.GROUP;
            int i = c - group;
            if (masked && units.vector().mask(i) >= VectorUnit.GROUP) {
                continue;
            }
            for (int e = 0; e < out.length; e++) {
                int block = e / VectorUnit.GROUP * VectorUnit.GROUP;
                out[e] = rows[group + e - block][block + i];
            }
            destination.writeBits(c, Arrays.copyOf(out, destination.elements()));
        }
    }
}
