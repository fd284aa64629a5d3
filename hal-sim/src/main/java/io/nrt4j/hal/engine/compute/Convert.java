package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0x46 COPY (bits unchanged), 0x47 CAST (through fp32), 0x48 RECIPROCAL. Source: isa.md §5.5.
 */
final class Convert extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final Opcode opcode;

    private Convert(CoreUnits units, OnChipOperand source, OnChipOperand destination, Opcode opcode) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.opcode = opcode;
    }

    static Convert of(Opcode opcode, VectorOperands.TensorReduce in, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
        OperandBinder.expectSameCount(source, destination);
        if (opcode == Opcode.COPY
                && source.codec().type() != destination.codec().type()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_DTYPE,
                    "a copy from %s to %s"
                            .formatted(
                                    source.codec().type().text(),
                                    destination.codec().type().text()));
        }
        return new Convert(binder.units(), source, destination, opcode);
    }

    @Override
    void compute(CoreUnits units) {
        for (int c = 0; c < source.channels(); c++) {
            if (opcode == Opcode.COPY) {
                copy(c, units.scratch());
            } else {
                convert(c, units.scratch());
            }
        }
    }

    private void copy(int channel, Scratch scratch) {
        if (source.isContiguous() && destination.isContiguous()) {
            source.copyTo(destination, channel);
            return;
        }
        long[] row = scratch.words(0, source.elements());
        source.readBits(channel, row);
        destination.writeBits(channel, row);
    }

    private void convert(int channel, Scratch scratch) {
        int count = source.elements();
        float[] row = scratch.floats(0, count);
        source.read(channel, row);
        if (opcode == Opcode.RECIPROCAL) {
            for (int i = 0; i < count; i++) {
                row[i] = 1f / row[i];
            }
        }
        destination.write(channel, row);
    }
}
