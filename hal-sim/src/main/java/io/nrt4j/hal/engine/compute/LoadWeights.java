package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.PeOperands;
import java.util.List;

/** 0x01 LDWEIGHTS: the stationary tile of the matrix engine. Source: isa.md §5.1. */
final class LoadWeights extends ComputeOperation {
    private final OnChipOperand source;
    private final Fp32Part part;
    private final int rowGroups;
    private final int columnGroups;

    private LoadWeights(CoreUnits units, OnChipOperand source, Fp32Part part, PeOperands.LoadWeights in) {
        super(units, List.of(source), List.of());
        this.source = source;
        this.part = part;
        this.rowGroups = in.rowGroup();
        this.columnGroups = in.colGroup();
    }

    static LoadWeights of(PeOperands.LoadWeights in, OperandBinder binder) {
        OperandBinder.expect(in.replication(), 0, "replication");
        OperandBinder.expect(in.backgroundTranspose(), 0, "background transposition");
        OperandBinder.expect(in.flags(), 0, "flags");
        if (in.perfOpt() != MatrixMultiply.DOUBLE_PIXEL) {
            OperandBinder.expect(in.perfOpt(), 0, "performance mode");
        }
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.rows());
        if (source.elements() != in.cols() || source.elements() > MatrixUnit.SIZE) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d elements per row for %d columns".formatted(source.elements(), in.cols()));
        }
        if (source.inPsum()) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, "weights come from the state buffer only");
        }
        Fp32Part part = in.transposeMode() != 0 ? Fp32Part.WHOLE : Fp32Part.of(in.fp32Mode());
        return new LoadWeights(binder.units(), source, part, in);
    }

    @Override
    void compute(CoreUnits units) {
        units.array().load(rowGroups, columnGroups).load(source, part, units.scratch());
    }
}
