package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.engine.sequencer.CoreModel;
import io.nrt4j.hal.engine.sequencer.MemoryMove;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;
import java.util.Optional;

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
        BlockTranspose.expectBlocks(source);
        if (destination.elements() > source.elements()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d source and %d destination elements".formatted(source.elements(), destination.elements()));
        }
        return new StreamTranspose(binder.units(), source, destination, in.maskEnable() != 0);
    }

    @Override
    Optional<MemoryMove> move(CoreUnits units, CoreModel core) {
        ElementPlaces from = new ElementPlaces(core, source);
        ElementPlaces to = new ElementPlaces(core, destination);
        return Optional.of(visitor -> {
            for (int c = 0; c < source.channels(); c++) {
                for (int e = 0; isWritten(units, c) && e < to.elements(); e++) {
                    visitor.visit(
                            from.of(BlockTranspose.channel(c, e), BlockTranspose.element(c, e)),
                            to.of(c, e),
                            source.codec().bytes());
                }
            }
        });
    }

    private boolean isWritten(CoreUnits units, int channel) {
        return !masked || units.vector().mask(channel % VectorUnit.GROUP) < VectorUnit.GROUP;
    }

    @Override
    void compute(CoreUnits units) {
        long[][] transposed = BlockTranspose.read(source);
        for (int c = 0; c < transposed.length; c++) {
            if (isWritten(units, c)) {
                destination.writeBits(c, transposed[c]);
            }
        }
    }
}
