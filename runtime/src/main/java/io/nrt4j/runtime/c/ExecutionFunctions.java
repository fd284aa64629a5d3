package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_COMPLETED_WITH_NUM_ERR;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_COLLECTIVES;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_DMA_ABORT;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_HBM_UE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_NC_UE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_OOB;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_SW_NQ_OVERFLOW;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_UNIT_UNRECOVERABLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_TIMEOUT;

import io.nrt4j.loader.diagnostics.NrtStatus;
import org.jspecify.annotations.Nullable;

/** Execution of models. Source: nrt-api.md §4.6. */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface ExecutionFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /**
     * Runs a model once and waits for its end, or only queues it where {@code NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS}
     * says so.
     *
     * <p>Ranks of one job meet: their calls come from several threads, and one whose peers do not come within
     * {@code NEURON_RT_EXEC_TIMEOUT} ends with NRT_EXEC_HW_ERR_COLLECTIVES.
     */
    @CFunction(
            statuses = {
                NRT_INVALID,
                NRT_INVALID_HANDLE,
                NRT_RESOURCE,
                NRT_TIMEOUT,
                NRT_EXEC_UNIT_UNRECOVERABLE,
                NRT_EXEC_OOB,
                NRT_EXEC_COMPLETED_WITH_NUM_ERR,
                NRT_EXEC_COMPLETED_WITH_ERR,
                NRT_EXEC_HW_ERR_COLLECTIVES,
                NRT_EXEC_HW_ERR_HBM_UE,
                NRT_EXEC_HW_ERR_NC_UE,
                NRT_EXEC_HW_ERR_DMA_ABORT,
                NRT_EXEC_SW_NQ_OVERFLOW,
                NRT_EXEC_HW_ERR_REPAIRABLE_HBM_UE
            },
            section = "4.6")
    default NrtStatus nrt_execute(
            @Nullable NrtModel model, @Nullable NrtTensorSet inputs, @Nullable NrtTensorSet outputs) {
        return ExecutionCalls.execute(library(), "nrt_execute", model, inputs, outputs, 1);
    }

    /** Does the same as {@code nrt_execute}, and refuses more than one repetition. */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE},
            section = "4.6")
    default NrtStatus nrt_execute_repeat(
            @Nullable NrtModel model, @Nullable NrtTensorSet inputs, @Nullable NrtTensorSet outputs, int repeat) {
        return ExecutionCalls.execute(library(), "nrt_execute_repeat", model, inputs, outputs, repeat);
    }

    /** Registers who is told of requests that {@code nrt_execute} queued; replaces the one before. */
    @CFunction(statuses = NRT_INVALID, section = "4.6")
    default NrtStatus nrt_register_async_exec_callback(@Nullable AsyncCallback callback) {
        return library()
                .done("nrt_register_async_exec_callback", call -> call.session().register(Library.require(callback)));
    }

    /** Waits until the requests that a logical core has queued are done. */
    @CFunction(statuses = NRT_INVALID, section = "4.6")
    default NrtStatus nrt_async_drain_queued_execs(int vnc) {
        return library().done("nrt_async_drain_queued_execs", call -> {
            call.requireCore(vnc);
            call.session().queues().compute(vnc).drain();
        });
    }
}
