package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.c.ExecutionRequest.Mode;
import io.nrt4j.runtime.execution.ExecutionLog;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What stands behind {@link ExecutionFunctions}. Source: nrt-api.md §4.6, exec.md §1, §3. */
final class ExecutionCalls {
    private static final LogMessage HOST_LOOP =
            LogMessage.error("NRT", "nrt_execute_repeat", "Supports for loops on the host is deprecated");

    private ExecutionCalls() {}

    /** @param function {@code nrt_execute}, which is one repetition, or {@code nrt_execute_repeat} */
    static NrtStatus execute(
            Library library,
            String function,
            @Nullable NrtModel model,
            @Nullable NrtTensorSet inputs,
            @Nullable NrtTensorSet outputs,
            int repeat) {
        int vnc = model == null ? 0 : model.vnc();
        return library.reported(
                function,
                vnc,
                library.nlog(vnc),
                call -> execute(call, model, inputs, outputs, repeat),
                (call, status) -> {
                    if (model != null) {
                        ExecutionLog.callFailed(call.nlog(), library.profile(), model.name(), status);
                    }
                });
    }

    private static NrtStatus execute(
            ApiCall call,
            @Nullable NrtModel model,
            @Nullable NrtTensorSet inputs,
            @Nullable NrtTensorSet outputs,
            int repeat) {
        if (call.session().isFake()) {
            return NrtStatus.NRT_SUCCESS;
        }
        if (repeat > 1) {
            throw call.fail(NrtStatus.NRT_INVALID, HOST_LOOP);
        }
        return execute(
                call, ModelCalls.require(call, model), TensorSets.own(call, inputs), TensorSets.own(call, outputs));
    }

    private static NrtStatus execute(ApiCall call, NrtModel model, NrtTensorSet inputs, NrtTensorSet outputs) {
        Session session = call.session();
        XuQueue queue = session.queues().compute(model.vnc());
        Duration timeout = model.settings().options().timeout();
        if (!session.isImplicitlyAsync()) {
            try (ExecutionRequest request = ExecutionRequest.prepare(call, model, inputs, outputs, Mode.SYNCHRONOUS)) {
                return queue.inTurn(timeout, request::run);
            }
        }
        enqueue(session, queue, timeout, ExecutionRequest.prepare(call, model, inputs, outputs, Mode.IMPLICIT));
        return NrtStatus.NRT_SUCCESS;
    }

    /** The queue takes the request over. */
    private static void enqueue(Session session, XuQueue queue, Duration timeout, ExecutionRequest request) {
        try {
            queue.submitWhenRoom(
                    timeout,
                    new QueuedRequest(
                            request,
                            (job, status) -> session.callback()
                                    .ifPresent(callback -> callback.completed(
                                            request.model().id(),
                                            request.model().vnc(),
                                            job.counter(),
                                            status))));
        } catch (CallFailedException e) {
            request.close();
            throw e;
        }
    }
}
