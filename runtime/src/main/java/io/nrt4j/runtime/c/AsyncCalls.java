package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.runtime.c.ExecutionRequest.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What stands behind {@link AsyncFunctions}. Source: nrt-api.md §4.8, exec.md §3.3, §3.4. */
final class AsyncCalls {
    /** The end of this text is not known. */
    private static final String NO_HOST = "Async APIs only supports device allocated tensors";

    private static final LogMessage EXECUTE_FAILED =
            LogMessage.error("NRT", "nrta_execute_schedule", "Failed to execute model %s with status %d");

    private AsyncCalls() {}

    /** Where the caller wants to know how a request ended; what this version has for it. */
    static NrtaResult require(ApiCall call, @Nullable NrtaResult result) {
        NrtaResult known = Library.require(result);
        known.requireUsable(call);
        return known;
    }

    static void execute(
            ApiCall call,
            @Nullable NrtModel model,
            @Nullable NrtTensorSet inputs,
            @Nullable NrtTensorSet outputs,
            int queue,
            NrtaResult result,
            Out<Long> sequence) {
        if (call.session().isFake()) {
            submit(requireQueue(call, 0, XuType.COMPUTE, queue), () -> {}, () -> {}, result, sequence);
            return;
        }
        NrtModel known = ModelCalls.require(call, model);
        XuQueue compute = requireQueue(call, known.vnc(), XuType.COMPUTE, queue);
        ExecutionRequest request = ExecutionRequest.prepare(
                call, known, TensorSets.own(call, inputs), TensorSets.own(call, outputs), Mode.EXPLICIT);
        try {
            Sequence number = compute.submit(new QueuedRequest(request, (done, status) -> {
                if (status != NrtStatus.NRT_SUCCESS) {
                    call.nlog().log(EXECUTE_FAILED, known.name(), status.code());
                }
                result.completed(done, status);
            }));
            sequence.set(number.value());
        } catch (CallFailedException e) {
            request.close();
            throw e;
        }
    }

    static void write(
            ApiCall call,
            @Nullable NrtTensor tensor,
            @Nullable ByteBuf buffer,
            long offset,
            long size,
            int queue,
            NrtaResult result,
            Out<Long> sequence) {
        ByteBuf source = Library.require(buffer);
        transfer(
                call,
                tensor,
                offset,
                size,
                source.capacity(),
                XuType.TENSOR_WRITE,
                queue,
                result,
                sequence,
                use -> TensorCalls.write(use, source, offset, size));
    }

    static void read(
            ApiCall call,
            @Nullable ByteBuf buffer,
            @Nullable NrtTensor tensor,
            long offset,
            long size,
            int queue,
            NrtaResult result,
            Out<Long> sequence) {
        ByteBuf target = Library.require(buffer);
        transfer(
                call,
                tensor,
                offset,
                size,
                target.capacity(),
                XuType.TENSOR_READ,
                queue,
                result,
                sequence,
                use -> TensorCalls.read(use, target, offset, size));
    }

    private static void transfer(
            ApiCall call,
            @Nullable NrtTensor tensor,
            long offset,
            long size,
            long capacity,
            XuType legacy,
            int queue,
            NrtaResult result,
            Out<Long> sequence,
            Consumer<NrtTensor.Use> work) {
        // Not closed here: the request takes the use over.
        NrtTensor.Use use = TensorCalls.use(call, tensor);
        try {
            int vnc = requireOnDevice(call, use);
            if (!use.covers(offset, size) || size > capacity) {
                throw ApiCall.misuse();
            }
            submit(
                    requireQueue(call, vnc, tensorUnit(call, legacy), queue),
                    () -> work.accept(use),
                    use::close,
                    result,
                    sequence);
        } catch (CallFailedException e) {
            use.close();
            throw e;
        }
    }

    static void copy(
            ApiCall call,
            @Nullable NrtTensor source,
            long sourceOffset,
            @Nullable NrtTensor target,
            long targetOffset,
            long size,
            int queue,
            NrtaResult result,
            Out<Long> sequence) {
        List<NrtTensor.Use> uses = new ArrayList<>();
        try {
            NrtTensor.Use from = TensorCalls.use(call, source);
            uses.add(from);
            NrtTensor.Use to = TensorCalls.use(call, target);
            uses.add(to);
            int vnc = requireOnDevice(call, from);
            requireOnDevice(call, to);
            TensorCalls.requireCopyable(call, from, sourceOffset, to, targetOffset, size);
            submit(
                    requireQueue(call, vnc, XuType.TENSOR_OP, queue),
                    () -> TensorCalls.copy(from, sourceOffset, to, targetOffset, size),
                    () -> uses.forEach(NrtTensor.Use::close),
                    result,
                    sequence);
        } catch (CallFailedException e) {
            uses.forEach(NrtTensor.Use::close);
            throw e;
        }
    }

    /** Checks the ranks, the operation and the sizes, and holds the tensors. */
    static NrtCcContext prepare(
            ApiCall call,
            NrtCcComm comm,
            List<NrtTensor> inputs,
            List<NrtTensor> outputs,
            NrtDtype dtype,
            NrtOp op,
            CcOp ccOp) {
        call.requireCore(comm.vnc());
        boolean reduces = ccOp != CcOp.ALLGATHER;
        boolean valid = comm.replicaGroup().contains(comm.rank())
                && comm.replicaGroup().stream().distinct().count()
                        == comm.replicaGroup().size()
                && inputs.size() == outputs.size()
                && !(reduces && (op.reduction().isEmpty() || dtype == NrtDtype.UNKNOWN));
        if (!valid) {
            throw ApiCall.misuse();
        }
        List<NrtCcContext.Transfer> transfers = new ArrayList<>();
        List<NrtTensor.Use> uses = new ArrayList<>();
        try {
            for (int i = 0; i < inputs.size(); i++) {
                NrtTensor.Use from = TensorCalls.use(call, inputs.get(i));
                uses.add(from);
                NrtTensor.Use to = TensorCalls.use(call, outputs.get(i));
                uses.add(to);
                requireOnDevice(call, from);
                requireOnDevice(call, to);
                if (!ccOp.fits(from.size(), to.size(), comm.replicaGroup().size()) || from.size() > Integer.MAX_VALUE) {
                    throw ApiCall.misuse();
                }
                transfers.add(new NrtCcContext.Transfer(from, to));
            }
        } catch (CallFailedException e) {
            uses.forEach(NrtTensor.Use::close);
            throw e;
        }
        return new NrtCcContext(comm, dtype, op, ccOp, transfers);
    }

    /** Takes the context over and sets the caller's handle to null. */
    static void schedule(ApiCall call, Out<NrtCcContext> context, int queue, NrtaResult result, Out<Long> sequence) {
        NrtCcContext ready = context.value().orElseThrow(ApiCall::misuse);
        submit(
                requireQueue(call, ready.comm().vnc(), XuType.COLLECTIVES, queue),
                () -> ready.run(call.session().collectives()),
                ready::release,
                result,
                sequence);
        context.clear();
    }

    /** The queue of a request that was made; NRT_INVALID for a number that no request has. */
    static XuQueue requireQueue(ApiCall call, long sequence) {
        return call.session().queues().find(Sequence.of(sequence)).orElseThrow(ApiCall::misuse);
    }

    static XuQueue requireQueue(ApiCall call, int vnc, @Nullable XuType type, int queue) {
        return call.session().queues().find(vnc, Library.require(type), queue).orElseThrow(ApiCall::misuse);
    }

    /** Reads and writes had units of their own once. */
    private static XuType tensorUnit(ApiCall call, XuType legacy) {
        Optional<XuQueue> own = call.session().queues().find(0, legacy, 0);
        return own.isPresent() ? legacy : XuType.TENSOR_OP;
    }

    /** @return the logical core of the tensor; on a fake instance the first one */
    private static int requireOnDevice(ApiCall call, NrtTensor.Use use) {
        if (call.session().isFake()) {
            return 0;
        }
        if (use.storage().vnc() < 0) {
            throw call.fail(NrtStatus.NRT_INVALID, NO_HOST);
        }
        return use.storage().vnc();
    }

    private static void submit(XuQueue queue, Runnable work, Runnable release, NrtaResult result, Out<Long> sequence) {
        sequence.set(queue.submit(new XuQueue.Task() {
                    @Override
                    public void run(Sequence done) {
                        NrtStatus status = NrtStatus.NRT_FAILURE;
                        try {
                            work.run();
                            status = NrtStatus.NRT_SUCCESS;
                        } catch (CallFailedException e) {
                            status = e.status();
                        } catch (InstructionFaultException e) {
                            status = NrtStatus.NRT_INVALID;
                        } finally {
                            release.run();
                            result.completed(done, status);
                        }
                    }

                    @Override
                    public void abandon(Sequence done) {
                        release.run();
                        result.completed(done, NrtStatus.NRT_CLOSED);
                    }
                })
                .value());
    }
}
