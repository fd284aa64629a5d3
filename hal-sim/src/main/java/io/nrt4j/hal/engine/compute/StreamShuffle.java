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
 * 0x6A STREAM_SHUFFLE: in each group of 32 partitions, output partition i takes the elements of input partition mask[i];
 * masked partitions are not written. Source: exec-sunda.md §5.
 */
final class StreamShuffle extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;

    private StreamShuffle(CoreUnits units, OnChipOperand source, OnChipOperand destination) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
    }

    static StreamShuffle of(VectorOperands.TensorReduce in, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        OperandBinder.expectSameCount(source, destination);
        expectGroups(source, destination);
        return new StreamShuffle(binder.units(), source, destination);
    }

    /** Faults unless whole groups of partitions and equal types take part. */
    static void expectGroups(OnChipOperand source, OnChipOperand destination) {
        if (source.channels() % VectorUnit.GROUP != 0) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, source.channels() + " channels are no whole groups of 32");
        }
        if (source.codec().type() != destination.codec().type()) {
            throw new InstructionFaultException(FaultKind.BAD_DTYPE, "moves elements between different types");
        }
    }

    @Override
    Optional<MemoryMove> move(CoreUnits units, CoreModel core) {
        ElementPlaces from = new ElementPlaces(core, source);
        ElementPlaces to = new ElementPlaces(core, destination);
        return Optional.of(visitor -> {
            for (int c = 0; c < source.channels(); c++) {
                int group = c / VectorUnit.GROUP * VectorUnit.GROUP;
                int chosen = units.vector().mask(c - group);
                for (int e = 0; chosen < VectorUnit.GROUP && e < to.elements(); e++) {
                    visitor.visit(
                            from.of(group + chosen, e),
                            to.of(c, e),
                            source.codec().bytes());
                }
            }
        });
    }

    @Override
    void compute(CoreUnits units) {
        long[][] rows = new long[source.channels()][source.elements()];
        for (int c = 0; c < rows.length; c++) {
            source.readBits(c, rows[c]);
        }
        for (int c = 0; c < rows.length; c++) {
            int group = c / VectorUnit.GROUP * VectorUnit.GROUP;
            int from = units.vector().mask(c - group);
            if (from < VectorUnit.GROUP) {
                destination.writeBits(c, rows[group + from]);
            }
        }
    }
}
