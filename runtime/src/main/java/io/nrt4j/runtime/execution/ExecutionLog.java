package io.nrt4j.runtime.execution;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.machine.DeadlockException;
import io.nrt4j.hal.engine.machine.EngineReport;
import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * What is printed of a request that does not end well, in the words of the version.
 *
 * <p>The versions between two published reports have the words of the older one. Source: errors.md §8, exec.md §4.
 */
public final class ExecutionLog {
    private static final String TDRV = "TDRV";
    private static final String PROCESS_ERRORS = "exec_request_process_errors";
    private static final String INFER_STATUS = "exec_consume_infer_status_notifications";
    private static final String DLR_INFER = "dlr_infer";

    private static final LogMessage OUT_OF_BOUNDS =
            LogMessage.error(TDRV, PROCESS_ERRORS, "[ND %d][NC %d] Out of bounds access on model %s");
    private static final LogMessage CUSTOM_NOTIFICATION = LogMessage.error(
            TDRV,
            "generate_custom_notification_msg",
            "nd%d:nc%d:h_model.id%u: Received notification generated at runtime: failed to run %s, due to out-of-bound"
                    + " access.%s");
    private static final String CUSTOM_NOTIFICATION_IN_2025 = "exec_process_custom_notification";
    private static final String OUT_OF_BOUNDS_IN_2025 = "exec_wait_round_robin";

    private static final LogMessage TIMEOUT = LogMessage.error(
            TDRV,
            PROCESS_ERRORS,
            "(FATAL-RT-UNDEFINED-STATE) execution timeout (%u ms) on Neuron Device %d NC %d, model %s, waiting for"
                    + " execution completion notification");
    private static final LogMessage NO_STATUS = LogMessage.error(
            TDRV, "exec_consume_tpb_status_notifications", "Missing infer_status notification: (end:%d)");
    private static final LogMessage INFERENCE_TIMEOUT = LogMessage.error(
            TDRV,
            INFER_STATUS,
            "(FATAL-RT-UNDEFINED-STATE) inference timeout (%u ms) on Neuron Device %d NC %d, waiting for execution"
                    + " completion notification");
    private static final LogMessage COLLECTIVES_HANG = LogMessage.error(
            TDRV,
            "exec_consume_topsp_cc_notifications",
            "(FATAL-RT-UNDEFINED-STATE) missing collectives status on Neuron Device %d NC %d, model %s - suspected hang"
                    + " in collectives operation %u out of %u");
    private static final LogMessage DOUBLE_SET = LogMessage.error(
            TDRV,
            "notification_consume_errors",
            "Error notifications found on NC:%d; action=INFER_ERROR_SUBTYPE_MODEL; error_id=8; error string:Event double"
                    + " set");
    /** The emulator's own report, which no real runtime prints. */
    private static final LogMessage REPORT = LogMessage.error("EMU", "machine_report", "%s");

    private static final LogMessage INFER_FAILED_IN_2023 =
            LogMessage.error("NMGR", DLR_INFER, "Inference completed with err: %d");
    private static final LogMessage INFER_FAILED_IN_2024 = LogMessage.error(
            "NMGR", DLR_INFER, "Inference completed with err: %d. mode->h_nn=%u, start_nc=%d, nc_count=%d");
    private static final LogMessage INFER_FAILED_IN_2025 =
            LogMessage.error("NMGR", DLR_INFER, "Inference completed with err: %d. mode->h_nn=%u, lnc=%d");
    private static final LogMessage EXEC_FAILED =
            LogMessage.error("NMGR", "kmgr_exec", "Failed to execute model: %u, error: %d");
    private static final LogMessage CALL_FAILED =
            LogMessage.error("NRT", "nrt_execute_repeat", "Failed to execute model %s with status %d");

    private final Nlog nlog;
    private final RuntimeProfile profile;
    private final LoadedModel model;
    private final int device;
    private final int core;

    public ExecutionLog(Nlog nlog, RuntimeProfile profile, LoadedModel model) {
        this.nlog = nlog;
        this.profile = profile;
        this.model = model;
        this.device = model.core().device().index();
        this.core = model.core().core(0).index();
    }

    /** A request that came to its end, whose results may not be trusted. */
    public void completed(ExecutionReport report) {
        if (report.status() == NrtStatus.NRT_EXEC_OOB) {
            outOfBounds(report.notifications());
        }
    }

    private boolean before(int major, int minor) {
        return profile.version().isBefore(major, minor);
    }

    private void outOfBounds(List<Notification> notifications) {
        if (before(2, 29)) {
            notifications.stream()
                    .filter(n -> n.subject() == Notification.Subject.BOUND_CHECK)
                    .forEach(this::customNotification);
        }
        if (!before(2, 29)) {
            nlog.log(OUT_OF_BOUNDS, device, core, model.name());
        } else if (!before(2, 27)) {
            nlog.log(OUT_OF_BOUNDS.in(TDRV, OUT_OF_BOUNDS_IN_2025), device, core, model.name());
        }
    }

    private void customNotification(Notification notification) {
        LogMessage message =
                before(2, 27) ? CUSTOM_NOTIFICATION : CUSTOM_NOTIFICATION.in(TDRV, CUSTOM_NOTIFICATION_IN_2025);
        nlog.log(message, device, core, model.id(), subject(notification.code()), tail(notification));
    }

    /** Source: exec.md §4, custom sub-ids. */
    private static String subject(int subId) {
        return switch (subId) {
            case 0, 1 -> "embedding table update";
            case 2, 3 -> "scatter/gather (indirect memory copy)";
            case 4 -> "scatter/gather (indirect memory copy via scalar DGE)";
            default -> "scatter/gather (indirect memory copy via vector DGE)";
        };
    }

    private String tail(Notification notification) {
        if (before(2, 20)) {
            return "";
        }
        return before(2, 27)
                ? " isa instruction line number = " + line(notification) + ". model name = " + model.name()
                : " model name = " + model.name() + ".";
    }

    /** The slot's number in the engine's program: published ones are smaller than any preamble. */
    private int line(Notification notification) {
        EngineImage image = model.images().program(0).image(notification.engine());
        OptionalInt slot = image.slotAt(notification.programCounter());
        return slot.isEmpty() ? 0 : image.origins().of(slot.getAsInt()).orElse(0);
    }

    /**
     * A request that did not come to its end, and what the machine says to it.
     *
     * @param timeout after how long it is given up
     */
    public void broken(ExecutionException failure, Duration timeout) {
        if (failure.status() == NrtStatus.NRT_TIMEOUT) {
            timedOut(failure, timeout.toMillis());
        }
        if (failure.getCause() instanceof MachineFaultException fault && fault.kind() == FaultKind.EVENT) {
            nlog.log(DOUBLE_SET, core);
        }
        nlog.log(REPORT, String.valueOf(failure.getMessage()));
    }

    private void timedOut(ExecutionException failure, long millis) {
        if (!before(2, 17)) {
            nlog.log(TIMEOUT, millis, device, core, model.name());
            return;
        }
        if (failure.getCause() instanceof DeadlockException deadlock) {
            for (EngineReport engine : deadlock.engines()) {
                if (engine.state() != EngineReport.State.FINISHED) {
                    nlog.log(NO_STATUS, engine.engine().code());
                }
            }
        }
        nlog.log(INFERENCE_TIMEOUT, millis, device, core);
    }

    /** A rank never came to its collectives. */
    public void hang() {
        int operations = model.images().collectiveOperations().size();
        nlog.log(COLLECTIVES_HANG, device, core, model.name(), 0, operations);
    }

    /**
     * The last line of the model manager; none after a success.
     *
     * @param handle the model's handle in the runtime
     */
    public void ended(int handle, NrtStatus status) {
        if (status == NrtStatus.NRT_SUCCESS) {
            return;
        }
        if (before(2, 17)) {
            nlog.log(INFER_FAILED_IN_2023, status.code());
        } else if (before(2, 27)) {
            nlog.log(INFER_FAILED_IN_2024, status.code(), model.id(), core, 1);
        } else if (before(2, 31)) {
            nlog.log(
                    INFER_FAILED_IN_2025,
                    status.code(),
                    model.id(),
                    model.core().index());
        } else {
            nlog.log(EXEC_FAILED, handle, status.code());
        }
    }

    /**
     * The line of {@code nrt_execute_repeat}, behind the infodump; 2.26 and older have none. Source: errors.md §2, §8.
     *
     * @param model the NEFF's name
     */
    public static void callFailed(Nlog nlog, RuntimeProfile profile, String model, NrtStatus status) {
        if (!profile.version().isBefore(2, 27)) {
            nlog.log(CALL_FAILED, model, status.code());
        }
    }
}
