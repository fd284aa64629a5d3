package io.nrt4j.runtime.c;

import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.config.MachineFault;
import java.util.Optional;

/** What a request finds out about a device whose hardware is broken. Source: errors.md §8, exec.md §4.1. */
final class BrokenDevice {
    private static final String TDRV = "TDRV";
    private static final String PROCESS_ERRORS = "exec_request_process_errors";

    private static final LogMessage OVERFLOW = LogMessage.error(
            TDRV,
            PROCESS_ERRORS,
            "[ND %d][NC %d] execution timeout (%u ms) on model %s, potentially caused by DGE notifications enabled. Please"
                    + " disable it (set NEURON_RT_ENABLE_DGE_NOTIFICATIONS to 0) and try again.");
    private static final LogMessage HBM_ERROR = LogMessage.error(
            TDRV,
            PROCESS_ERRORS,
            "(FATAL-RT-UNDEFINED-STATE) Uncorrectable HBM memory error is detected. Execution results may be invalid."
                    + " Please terminate this instance to prevent future impact from the hardware error.");
    private static final LogMessage REPAIRABLE_HBM_ERROR = LogMessage.error(
            TDRV,
            PROCESS_ERRORS,
            "(FATAL-RT-UNDEFINED-STATE) Uncorrectable HBM memory error is detected. Execution results may be invalid."
                    + " Please reload the neuron driver or reboot your EC2 instance to prevent future impact from the"
                    + " hardware error.");
    private static final LogMessage SRAM_ERROR = LogMessage.error(
            TDRV,
            PROCESS_ERRORS,
            "(FATAL-RT-UNDEFINED-STATE) [ND %d][NC %d] Uncorrectable memory error is detected, metadata: 0x%x. Please"
                    + " terminate or stop/start this instance to prevent future impact from the hardware error.");
    private static final LogMessage DMA_ABORT =
            LogMessage.error(TDRV, PROCESS_ERRORS, "[MLA %d][NC %d] DMA TX engine %d is in an abort state");

    /** The metadata of the published line. */
    private static final int SRAM_METADATA = 0x16;

    private final ApiCall call;
    private final NrtModel model;
    private final int device;
    private final int core;

    BrokenDevice(ApiCall call, NrtModel model) {
        this.call = call;
        this.model = model;
        LogicalCore place = model.loaded().core();
        this.device = place.device().index();
        this.core = place.core(0).index();
    }

    /** The status of the request, in the order in which the runtime looks for causes; empty for a good device. */
    Optional<NrtStatus> status() {
        if (has(MachineFault.NOTIFICATION_OVERFLOW)) {
            long timeout = model.settings().options().timeout().toMillis();
            call.nlog().log(OVERFLOW, device, core, timeout, model.name());
            return Optional.of(NrtStatus.NRT_EXEC_SW_NQ_OVERFLOW);
        }
        if (has(MachineFault.HBM_ERROR)) {
            call.nlog().log(HBM_ERROR);
            return Optional.of(NrtStatus.NRT_EXEC_HW_ERR_HBM_UE);
        }
        if (has(MachineFault.SRAM_ERROR)) {
            call.nlog().log(SRAM_ERROR, device, core, SRAM_METADATA);
            boolean older = call.session().profile().version().isBefore(2, 23);
            return Optional.of(older ? NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR : NrtStatus.NRT_EXEC_HW_ERR_NC_UE);
        }
        if (has(MachineFault.DMA_ABORT)) {
            call.nlog().log(DMA_ABORT, device, core, 0);
            return Optional.of(NrtStatus.NRT_EXEC_HW_ERR_DMA_ABORT);
        }
        if (has(MachineFault.REPAIRABLE_HBM_ERROR)) {
            call.nlog().log(REPAIRABLE_HBM_ERROR);
            return Optional.of(NrtStatus.NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE);
        }
        return Optional.empty();
    }

    private boolean has(MachineFault fault) {
        return call.session().deviceWith(fault).filter(d -> d == device).isPresent();
    }
}
