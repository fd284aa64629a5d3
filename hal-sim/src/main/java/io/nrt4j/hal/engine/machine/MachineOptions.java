package io.nrt4j.hal.engine.machine;

import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.hal.engine.collective.CollectiveWorld;
import io.nrt4j.hal.engine.matrix.TileKernel;
import io.nrt4j.hal.engine.matrix.TileKernels;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import java.util.Set;

/**
 * How a machine runs.
 *
 * @param schedule the order in which actors act
 * @param kernel the matrix engine's product
 * @param monitor who watches
 * @param world the replica groups
 * @param reportsNan whether results that are no number are reported to the host
 * @param checks what is checked beyond what every run checks
 */
public record MachineOptions(
        Schedule schedule,
        TileKernel kernel,
        ExecutionMonitor monitor,
        CollectiveWorld world,
        boolean reportsNan,
        Set<MachineCheck> checks) {
    public MachineOptions {
        checks = Set.copyOf(checks);
    }

    /** Fair order, fast kernel, nobody watching, every rank alone. */
    public static MachineOptions defaults() {
        return new MachineOptions(
                Schedule.fair(), TileKernels.fastest(), ExecutionMonitor.NONE, CollectiveWorld.SINGLE, false, Set.of());
    }

    public MachineOptions withSchedule(Schedule other) {
        return new MachineOptions(other, kernel, monitor, world, reportsNan, checks);
    }

    public MachineOptions withKernel(TileKernel other) {
        return new MachineOptions(schedule, other, monitor, world, reportsNan, checks);
    }

    public MachineOptions withMonitor(ExecutionMonitor other) {
        return new MachineOptions(schedule, kernel, other, world, reportsNan, checks);
    }

    public MachineOptions withWorld(CollectiveWorld other) {
        return new MachineOptions(schedule, kernel, monitor, other, reportsNan, checks);
    }

    public MachineOptions withNanReports(boolean reports) {
        return new MachineOptions(schedule, kernel, monitor, world, reports, checks);
    }

    public MachineOptions withChecks(Set<MachineCheck> others) {
        return new MachineOptions(schedule, kernel, monitor, world, reportsNan, others);
    }
}
