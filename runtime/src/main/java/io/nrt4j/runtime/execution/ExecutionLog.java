package io.nrt4j.runtime.execution;

import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the runtime prints when a request of a model ends badly. Source: errors.md §8. */
public final class ExecutionLog {
    private static final LogMessage OUT_OF_BOUNDS =
            LogMessage.error("TDRV", "exec_request_process_errors", "[ND %d][NC %d] Out of bounds access on model %s");
    private static final LogMessage TIMEOUT = LogMessage.error(
            "TDRV",
            "exec_request_process_errors",
            "(FATAL-RT-UNDEFINED-STATE) execution timeout (%u ms) on Neuron Device %d NC %d, model %s, waiting for"
                    + " execution completion notification");
    /** Ours: what the emulator found, where the real runtime knows an error code only. */
    private static final LogMessage FAULT = LogMessage.error("TDRV", "exec_request_process_errors", "%s");

    private static final LogMessage EXEC_FAILED =
            LogMessage.error("NMGR", "kmgr_exec", "Failed to execute model: %u, error: %d");

    private final Nlog nlog;
    private final LogicalCore core;
    private final String model;

    /**
     * @param core where the model is
     * @param model its name in the lines
     */
    public ExecutionLog(Nlog nlog, LogicalCore core, String model) {
        this.nlog = nlog;
        this.core = core;
        this.model = model;
    }

    /** A request that came to its end, whose results may not be trusted. */
    public void completed(ExecutionReport report) {
        if (report.status() == NrtStatus.NRT_EXEC_OOB) {
            located(OUT_OF_BOUNDS, model);
        }
    }

    /**
     * A request that did not come to its end.
     *
     * @param timeout after how long it is given up
     */
    public void broken(ExecutionException failure, Duration timeout) {
        if (failure.status() == NrtStatus.NRT_TIMEOUT) {
            nlog.log(
                    TIMEOUT,
                    timeout.toMillis(),
                    core.device().index(),
                    core.core(0).index(),
                    model);
        }
        nlog.log(FAULT, String.valueOf(failure.getMessage()));
    }

    /**
     * The last line of the model manager; none after a success.
     *
     * @param handle the model's handle in the runtime
     */
    public void ended(int handle, NrtStatus status) {
        if (status != NrtStatus.NRT_SUCCESS) {
            nlog.log(EXEC_FAILED, handle, status.code());
        }
    }

    /** Prints a line that begins with the numbers of device and core. */
    public void located(LogMessage message, Object... rest) {
        List<Object> args =
                new ArrayList<>(List.of(core.device().index(), core.core(0).index()));
        args.addAll(List.of(rest));
        nlog.log(message, args.toArray());
    }
}
