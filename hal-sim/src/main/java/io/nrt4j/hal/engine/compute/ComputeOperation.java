package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.engine.sequencer.CoreModel;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.sequencer.MemoryMove;
import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import java.util.List;
import java.util.Optional;

/** An operation of an engine's datapath: reads operands, computes, writes one. */
abstract class ComputeOperation implements Operation {
    private final CoreUnits units;
    private final List<OnChipOperand> sources;
    private final List<OnChipOperand> destinations;

    ComputeOperation(CoreUnits units, List<OnChipOperand> sources, List<OnChipOperand> destinations) {
        this.units = units;
        this.sources = List.copyOf(sources);
        this.destinations = List.copyOf(destinations);
    }

    @Override
    public final void execute(Sequencer sequencer) {
        ExecutionMonitor monitor = sequencer.coreModel().monitor();
        Optional<MemoryMove> move = monitor.watchesMemory() ? move(units, sequencer.coreModel()) : Optional.empty();
        move.ifPresent(m -> monitor.moved(sequencer, m));
        boolean reports = monitor.watchesMemory() && move.isEmpty();
        if (reports) {
            read(units).forEach(s -> monitor.read(sequencer, new OnChipAccess(sequencer.coreModel(), s)));
        }
        compute(units);
        for (OnChipOperand destination : destinations) {
            if (destination.inPsum() && clearsZeroRegions()) {
                units.zeroRegions().clear(destination);
            }
            if (units.reportsNan() && hasNan(destination)) {
                sequencer.notifyHost(new Notification(
                        sequencer.core(),
                        sequencer.engine(),
                        sequencer.programCounter(),
                        Notification.Subject.NUMERICAL_ERROR,
                        Notification.NAN));
            }
            if (reports) {
                monitor.written(sequencer, new OnChipAccess(sequencer.coreModel(), destination));
            }
        }
    }

    private boolean hasNan(OnChipOperand operand) {
        if (operand.codec().type().isInteger()) {
            return false;
        }
        float[] row = units.scratch().floats(0, operand.elements());
        for (int c = 0; c < operand.channels(); c++) {
            operand.read(c, row);
            for (int i = 0; i < operand.elements(); i++) {
                if (Float.isNaN(row[i])) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The operands that are read this time. */
    List<OnChipOperand> read(CoreUnits units) {
        return sources;
    }

    /** For an operation that moves elements whatever they hold: from where to where; empty for one that computes. */
    Optional<MemoryMove> move(CoreUnits units, CoreModel core) {
        return Optional.empty();
    }

    /** Whether a write to PSUM ends the wait for a first write; the matrix engine keeps account itself. */
    boolean clearsZeroRegions() {
        return true;
    }

    /** Carries the operation out. */
    abstract void compute(CoreUnits units);
}
