package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_UNIT_UNRECOVERABLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_QUEUE_FULL;

import io.netty.buffer.ByteBuf;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.NrtDtype;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Requests that return at once. Source: nrt-api.md §4.8.
 *
 * <p>Requests of one queue are carried out in their order, those of different queues are not ordered. A buffer of the
 * caller stays untouched and alive until its request has ended. How a request ended goes
 * to an {@link NrtaStatus} since 2.31, and to an {@link NrtErrorTracker} before.
 */
@SuppressWarnings("MemberName") // the names of the C API
public sealed interface AsyncFunctions permits LibNrt {
    /** For this package only. */
    Library library();

    /** Queues a copy from the buffer, from its index 0 on, to a device tensor. */
    @CFunction(statuses = NRT_INVALID, section = "4.8")
    default NrtStatus nrta_tensor_write(
            @Nullable NrtTensor tensor,
            @Nullable ByteBuf buffer,
            long offset,
            long size,
            int queue,
            @Nullable NrtaResult result,
            @Nullable Out<Long> sequence) {
        return library()
                .done(
                        "nrta_tensor_write",
                        call -> AsyncCalls.write(
                                call,
                                tensor,
                                buffer,
                                offset,
                                size,
                                queue,
                                AsyncCalls.require(call, result),
                                Library.require(sequence)));
    }

    /** Queues a copy from a device tensor to the buffer, from its index 0 on. */
    @CFunction(statuses = NRT_INVALID, section = "4.8")
    default NrtStatus nrta_tensor_read(
            @Nullable ByteBuf buffer,
            @Nullable NrtTensor tensor,
            long offset,
            long size,
            int queue,
            @Nullable NrtaResult result,
            @Nullable Out<Long> sequence) {
        return library()
                .done(
                        "nrta_tensor_read",
                        call -> AsyncCalls.read(
                                call,
                                buffer,
                                tensor,
                                offset,
                                size,
                                queue,
                                AsyncCalls.require(call, result),
                                Library.require(sequence)));
    }

    /** Queues a copy between device tensors of one HBM. */
    @CFunction(statuses = NRT_INVALID, section = "4.8")
    default NrtStatus nrta_tensor_copy(
            @Nullable NrtTensor source,
            long sourceOffset,
            @Nullable NrtTensor target,
            long targetOffset,
            long size,
            int queue,
            @Nullable NrtaResult result,
            @Nullable Out<Long> sequence) {
        return library()
                .done(
                        "nrta_tensor_copy",
                        call -> AsyncCalls.copy(
                                call,
                                source,
                                sourceOffset,
                                target,
                                targetOffset,
                                size,
                                queue,
                                AsyncCalls.require(call, result),
                                Library.require(sequence)));
    }

    /**
     * Queues an execution of a model; its tensors lie on the device.
     *
     * @param queue 0
     */
    @CFunction(
            statuses = {NRT_INVALID, NRT_INVALID_HANDLE, NRT_QUEUE_FULL, NRT_EXEC_UNIT_UNRECOVERABLE},
            section = "4.8")
    default NrtStatus nrta_execute_schedule(
            @Nullable NrtModel model,
            @Nullable NrtTensorSet inputs,
            @Nullable NrtTensorSet outputs,
            int queue,
            @Nullable NrtaResult result,
            @Nullable Out<Long> sequence) {
        return library()
                .done(
                        "nrta_execute_schedule",
                        model == null ? 0 : model.vnc(),
                        call -> AsyncCalls.execute(
                                call,
                                model,
                                inputs,
                                outputs,
                                queue,
                                AsyncCalls.require(call, result),
                                Library.require(sequence)));
    }

    /**
     * Makes a collective between device tensors of several ranks ready.
     *
     * @param inputs as many as outputs; each pair is one operation
     * @param op ADD, MAX or MIN; does not matter to a gather
     */
    @CFunction(statuses = NRT_INVALID, section = "4.8")
    default NrtStatus nrta_cc_prepare(
            @Nullable NrtCcComm comm,
            @Nullable List<NrtTensor> inputs,
            @Nullable List<NrtTensor> outputs,
            @Nullable NrtDtype dtype,
            @Nullable NrtOp op,
            @Nullable CcOp ccOp,
            @Nullable Out<NrtCcContext> context) {
        return library().done("nrta_cc_prepare", call -> {
            Out<NrtCcContext> out = Library.require(context);
            out.set(AsyncCalls.prepare(
                    call,
                    Library.require(comm),
                    Library.require(inputs),
                    Library.require(outputs),
                    Library.require(dtype),
                    Library.require(op),
                    Library.require(ccOp)));
        });
    }

    /** Makes several collectives ready that are scheduled as one; each list of tensors is one operation's. */
    @CFunction(statuses = NRT_INVALID, since = "2.33", section = "4.8")
    default NrtStatus nrta_cc_prepare_coalesced(
            @Nullable NrtCcComm comm,
            @Nullable List<List<NrtTensor>> inputs,
            @Nullable List<List<NrtTensor>> outputs,
            @Nullable NrtDtype dtype,
            @Nullable NrtOp op,
            @Nullable CcOp ccOp,
            @Nullable Out<NrtCcContext> context) {
        return prepareCoalesced("nrta_cc_prepare_coalesced", comm, inputs, outputs, dtype, op, ccOp, context);
    }

    /** The other name of {@code nrta_cc_prepare_coalesced}. */
    @CFunction(statuses = NRT_INVALID, since = "2.33", section = "4.8")
    default NrtStatus nrt_cc_prepare_coalesced(
            @Nullable NrtCcComm comm,
            @Nullable List<List<NrtTensor>> inputs,
            @Nullable List<List<NrtTensor>> outputs,
            @Nullable NrtDtype dtype,
            @Nullable NrtOp op,
            @Nullable CcOp ccOp,
            @Nullable Out<NrtCcContext> context) {
        return prepareCoalesced("nrt_cc_prepare_coalesced", comm, inputs, outputs, dtype, op, ccOp, context);
    }

    private NrtStatus prepareCoalesced(
            String function,
            @Nullable NrtCcComm comm,
            @Nullable List<List<NrtTensor>> inputs,
            @Nullable List<List<NrtTensor>> outputs,
            @Nullable NrtDtype dtype,
            @Nullable NrtOp op,
            @Nullable CcOp ccOp,
            @Nullable Out<NrtCcContext> context) {
        library().requireSince(function, 2, 33);
        return library().done(function, call -> {
            Out<NrtCcContext> out = Library.require(context);
            out.set(AsyncCalls.prepare(
                    call,
                    Library.require(comm),
                    Library.require(inputs).stream().flatMap(List::stream).toList(),
                    Library.require(outputs).stream().flatMap(List::stream).toList(),
                    Library.require(dtype),
                    Library.require(op),
                    Library.require(ccOp)));
        });
    }

    /** Queues a collective that was made ready, and sets the caller's handle to null. */
    @CFunction(statuses = NRT_INVALID, section = "4.8")
    default NrtStatus nrta_cc_schedule(
            @Nullable Out<NrtCcContext> context, int queue, @Nullable NrtaResult result, @Nullable Out<Long> sequence) {
        return library()
                .done(
                        "nrta_cc_schedule",
                        call -> AsyncCalls.schedule(
                                call,
                                Library.require(context),
                                queue,
                                AsyncCalls.require(call, result),
                                Library.require(sequence)));
    }

    /** Stores whether a request has ended; NRT_INVALID for a number that no request has. */
    @CFunction(statuses = NRT_INVALID, section = "4.8")
    default NrtStatus nrta_is_completed(long sequence, @Nullable Out<Boolean> completed) {
        return library().done("nrta_is_completed", call -> {
            XuQueue queue = AsyncCalls.requireQueue(call, sequence);
            Library.require(completed)
                    .set(queue.isCompleted(Sequence.of(sequence).counter()));
        });
    }

    /** Stores the number of the request that a queue completed last; its counter is 0 if there was none. */
    @CFunction(statuses = NRT_INVALID, section = "4.8")
    default NrtStatus nrta_get_sequence(int vnc, @Nullable XuType type, int queue, @Nullable Out<Long> sequence) {
        return library().done("nrta_get_sequence", call -> {
            XuQueue known = AsyncCalls.requireQueue(call, vnc, type, queue);
            Library.require(sequence).set(known.lastCompleted().value());
        });
    }

    /** Stores a handle that completes with a request; the C function stores an eventfd. */
    @CFunction(statuses = NRT_INVALID, until = "2.31", section = "4.8")
    default NrtStatus nrta_get_completion_handle(long sequence, @Nullable Out<CompletableFuture<Void>> handle) {
        library().requireBefore("nrta_get_completion_handle", 2, 31);
        return library().done("nrta_get_completion_handle", call -> {
            XuQueue queue = AsyncCalls.requireQueue(call, sequence);
            CompletableFuture<Void> completed = new CompletableFuture<>();
            Library.require(handle).set(completed);
            queue.onCompletion(Sequence.of(sequence).counter(), () -> completed.complete(null));
        });
    }

    /** Makes a list for the failures of requests. */
    @CFunction(statuses = NRT_INVALID, until = "2.31", section = "4.8")
    default NrtStatus nrta_error_tracker_create(int vnc, @Nullable Out<NrtErrorTracker> tracker) {
        library().requireBefore("nrta_error_tracker_create", 2, 31);
        return library().done("nrta_error_tracker_create", call -> {
            call.requireCore(vnc);
            Library.require(tracker).set(new NrtErrorTracker(call.session()));
        });
    }

    /** Frees a list of failures. */
    @CFunction(statuses = NRT_INVALID, until = "2.31", section = "4.8")
    default NrtStatus nrta_error_tracker_destroy(@Nullable NrtErrorTracker tracker) {
        library().requireBefore("nrta_error_tracker_destroy", 2, 31);
        return library().done("nrta_error_tracker_destroy", call -> {
            AsyncCalls.require(call, tracker);
            Library.require(tracker).destroy();
        });
    }

    /** Stores the failures so far. */
    @CFunction(statuses = NRT_INVALID, until = "2.31", section = "4.8")
    default NrtStatus nrta_error_tracker_get_list(
            @Nullable NrtErrorTracker tracker, @Nullable Out<List<NrtaError>> errors) {
        library().requireBefore("nrta_error_tracker_get_list", 2, 31);
        return library().done("nrta_error_tracker_get_list", call -> {
            AsyncCalls.require(call, tracker);
            Library.require(errors).set(Library.require(tracker).errors());
        });
    }

    /** Calls back when a request has ended; the C function writes to an eventfd. */
    @CFunction(statuses = NRT_INVALID, since = "2.32", section = "4.8")
    default NrtStatus nrta_event_register_seq_id_completion(long sequence, @Nullable Runnable event) {
        library().requireSince("nrta_event_register_seq_id_completion", 2, 32);
        return library().done("nrta_event_register_seq_id_completion", call -> {
            XuQueue queue = AsyncCalls.requireQueue(call, sequence);
            queue.onCompletion(Sequence.of(sequence).counter(), Library.require(event));
        });
    }

    /** Calls back whenever a request of a queue has ended; the C function writes to an eventfd. */
    @CFunction(statuses = NRT_INVALID, since = "2.32", section = "4.8")
    default NrtStatus nrta_event_register_xu_completion(
            int vnc, @Nullable XuType type, int queue, @Nullable Runnable event) {
        library().requireSince("nrta_event_register_xu_completion", 2, 32);
        return library().done("nrta_event_register_xu_completion", call -> {
            XuQueue known = AsyncCalls.requireQueue(call, vnc, type, queue);
            known.onEachCompletion(Library.require(event));
        });
    }
}
