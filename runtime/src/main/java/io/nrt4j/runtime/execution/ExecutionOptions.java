package io.nrt4j.runtime.execution;

import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.hal.engine.machine.Schedule;
import io.nrt4j.hal.engine.matrix.TileKernel;
import io.nrt4j.hal.engine.matrix.TileKernels;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import java.time.Duration;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * How models are executed.
 *
 * @param schedule makes the order in which engines and DMAs act
 * @param kernel the matrix engine's product
 * @param monitor who watches the machine
 * @param exactActivations whether activation functions are computed mathematically instead of from the NEFF's tables
 * @param failOnNan whether a result that is no number ends the request with status 1003
 * @param timeout the watchdog, {@code NEURON_RT_EXEC_TIMEOUT}
 * @param progress told the number of steps so far, now and then
 * @param checks what is checked beyond what every run checks; each costs a multiple of the run
 */
public record ExecutionOptions(
        Supplier<Schedule> schedule,
        TileKernel kernel,
        ExecutionMonitor monitor,
        boolean exactActivations,
        boolean failOnNan,
        Duration timeout,
        LongConsumer progress,
        Set<MachineCheck> checks) {
    public ExecutionOptions {
        checks = Set.copyOf(checks);
    }

    /** What the runtime takes without configuration. Source: nrt-api.md §6 I. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** Fair order, fast kernel, tables, no checks. */
    public static final ExecutionOptions DEFAULT = new ExecutionOptions(
            Schedule::fair,
            TileKernels.fastest(),
            ExecutionMonitor.NONE,
            false,
            false,
            DEFAULT_TIMEOUT,
            steps -> {},
            Set.of());

    public ExecutionOptions withSchedule(Supplier<Schedule> newSchedule) {
        return new ExecutionOptions(
                newSchedule, kernel, monitor, exactActivations, failOnNan, timeout, progress, checks);
    }

    public ExecutionOptions withKernel(TileKernel newKernel) {
        return new ExecutionOptions(
                schedule, newKernel, monitor, exactActivations, failOnNan, timeout, progress, checks);
    }

    public ExecutionOptions withMonitor(ExecutionMonitor newMonitor) {
        return new ExecutionOptions(
                schedule, kernel, newMonitor, exactActivations, failOnNan, timeout, progress, checks);
    }

    public ExecutionOptions withExactActivations(boolean exact) {
        return new ExecutionOptions(schedule, kernel, monitor, exact, failOnNan, timeout, progress, checks);
    }

    public ExecutionOptions withFailOnNan(boolean fail) {
        return new ExecutionOptions(schedule, kernel, monitor, exactActivations, fail, timeout, progress, checks);
    }

    public ExecutionOptions withTimeout(Duration newTimeout) {
        return new ExecutionOptions(
                schedule, kernel, monitor, exactActivations, failOnNan, newTimeout, progress, checks);
    }

    public ExecutionOptions withProgress(LongConsumer newProgress) {
        return new ExecutionOptions(
                schedule, kernel, monitor, exactActivations, failOnNan, timeout, newProgress, checks);
    }

    public ExecutionOptions withChecks(Set<MachineCheck> newChecks) {
        return new ExecutionOptions(
                schedule, kernel, monitor, exactActivations, failOnNan, timeout, progress, newChecks);
    }
}
