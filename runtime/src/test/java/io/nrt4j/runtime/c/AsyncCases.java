package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_EXEC_UNIT_UNRECOVERABLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_FAILURE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_QUEUE_FULL;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;

import io.netty.buffer.Unpooled;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.NrtDtype;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asynchronous requests. Source: nrt-api.md §4.8, exec.md §3.3. */
final class AsyncCases {
    private static final String OLD = "2.30.50.0";
    private static final String NEW = "2.34.10.0";

    private final List<FunctionCase> cases = new ArrayList<>();

    private AsyncCases() {}

    static List<FunctionCase> all() {
        AsyncCases all = new AsyncCases();
        all.addTransfers();
        all.addExecutions();
        all.addCollectives();
        all.addSequences();
        all.addTrackers();
        return all.cases;
    }

    private void add(String function, NrtStatus status, String what, Function<NrtFixture, NrtStatus> call) {
        cases.add(FunctionCase.of(function, status, what, call));
    }

    private void addIn(
            String version, String function, NrtStatus status, String what, Function<NrtFixture, NrtStatus> call) {
        cases.add(FunctionCase.of(function, status, what, call).in(version));
    }

    private void addTransfers() {
        add("nrta_tensor_write", NRT_SUCCESS, "", f -> write(f, f.tensor(16), 16, 0));
        add("nrta_tensor_write", NRT_INVALID, "past the end", f -> write(f, f.tensor(16), 17, 0));
        add("nrta_tensor_write", NRT_INVALID, "host tensor", f -> write(f, host(f), 16, 0));
        add("nrta_tensor_write", NRT_INVALID, "queue 2", f -> write(f, f.tensor(16), 16, 2));
        add(
                "nrta_tensor_write",
                NRT_INVALID,
                "no status",
                f -> f.nrt.nrta_tensor_write(f.tensor(16), ExecutionCases.buffer(), 0, 16, 0, null, new Out<>()));
        add(
                "nrta_tensor_write",
                NRT_INVALID,
                "no sequence",
                f -> f.nrt.nrta_tensor_write(f.tensor(16), ExecutionCases.buffer(), 0, 16, 0, new NrtaStatus(), null));
        add("nrta_tensor_read", NRT_SUCCESS, "", f -> read(f, f.tensor(16), 16));
        add("nrta_tensor_read", NRT_INVALID, "past the end", f -> read(f, f.tensor(16), 17));
        add("nrta_tensor_read", NRT_INVALID, "freed", f -> read(f, f.freed(), 16));
        add("nrta_tensor_copy", NRT_SUCCESS, "", f -> copy(f, f.tensor(16), f.tensor(16), 16));
        add("nrta_tensor_copy", NRT_INVALID, "past the end", f -> copy(f, f.tensor(16), f.tensor(8), 16));
        add("nrta_tensor_copy", NRT_INVALID, "host tensor", f -> copy(f, f.tensor(16), host(f), 16));
    }

    private void addExecutions() {
        String execute = "nrta_execute_schedule";
        add(execute, NRT_SUCCESS, "", f -> execute(f, f.load(), 0));
        add(execute, NRT_INVALID, "queue 1", f -> execute(f, f.load(), 1));
        add(
                execute,
                NRT_INVALID,
                "null model",
                f -> f.nrt.nrta_execute_schedule(null, f.set(), f.set(), 0, new NrtaStatus(), new Out<>()));
        add(
                execute,
                NRT_INVALID,
                "null set",
                f -> f.nrt.nrta_execute_schedule(f.load(), null, f.set(), 0, new NrtaStatus(), new Out<>()));
        add(
                execute,
                NRT_INVALID_HANDLE,
                "unloaded",
                f -> f.nrt.nrta_execute_schedule(
                        ModelCases.unloaded(f), f.set(), f.set(), 0, new NrtaStatus(), new Out<>()));
        add(execute, NRT_EXEC_UNIT_UNRECOVERABLE, "after an illegal opcode", f -> {
            f.run(TestPrograms.illegal());
            return execute(f, f.load(), 0);
        });
        // The first one waits for a rank that does not come and holds the only place.
        cases.add(FunctionCase.of(execute, NRT_QUEUE_FULL, "second request", f -> {
                    Out<NrtModel> model = new Out<>();
                    f.load(NrtFixture.ALL_REDUCE, 0, 0, 2, model);
                    NrtStatus first = execute(f, model.get(), 0);
                    return first == NRT_SUCCESS ? execute(f, model.get(), 0) : first;
                })
                .with("NEURON_RT_XU_COMPUTE_MAX_QUEUED_REQUESTS", "1")
                .with("NEURON_RT_EXEC_TIMEOUT", "1"));
    }

    private void addCollectives() {
        String prepare = "nrta_cc_prepare";
        add(prepare, NRT_SUCCESS, "", f -> prepare(f, List.of(0), NrtOp.ADD, f.tensor(16), new Out<>()));
        add(
                prepare,
                NRT_INVALID,
                "rank in no group",
                f -> prepare(f, List.of(1, 2), NrtOp.ADD, f.tensor(16), new Out<>()));
        add(prepare, NRT_INVALID, "FMA", f -> prepare(f, List.of(0), NrtOp.FMA, f.tensor(16), new Out<>()));
        add(prepare, NRT_INVALID, "sizes", f -> prepare(f, List.of(0), NrtOp.ADD, f.tensor(12), new Out<>()));
        add(prepare, NRT_INVALID, "host tensor", f -> prepare(f, List.of(0), NrtOp.ADD, host(f), new Out<>()));
        add("nrta_cc_schedule", NRT_SUCCESS, "", f -> schedule(f, 0));
        add("nrta_cc_schedule", NRT_INVALID, "queue 3", f -> schedule(f, 3));
        add(
                "nrta_cc_schedule",
                NRT_INVALID,
                "null handle",
                f -> f.nrt.nrta_cc_schedule(new Out<>(), 0, new NrtaStatus(), new Out<>()));
        for (String coalesced : List.of("nrta_cc_prepare_coalesced", "nrt_cc_prepare_coalesced")) {
            addIn(
                    NEW,
                    coalesced,
                    NRT_SUCCESS,
                    "",
                    f -> coalesced(
                            f,
                            coalesced,
                            comm(List.of(0)),
                            List.of(List.of(f.tensor(16)), List.of(f.tensor(8))),
                            List.of(List.of(f.tensor(16)), List.of(f.tensor(8)))));
            addIn(NEW, coalesced, NRT_INVALID, "null", f -> coalesced(f, coalesced, null, List.of(), List.of()));
        }
    }

    private void addSequences() {
        String completed = "nrta_is_completed";
        add(completed, NRT_SUCCESS, "", f -> f.nrt.nrta_is_completed(sequence(f), new Out<>()));
        add(completed, NRT_INVALID, "counter 0", f -> f.nrt.nrta_is_completed(0, new Out<>()));
        add(completed, NRT_INVALID, "not made yet", f -> f.nrt.nrta_is_completed(sequence(f) + 1, new Out<>()));
        add(completed, NRT_INVALID, "no such queue", f -> f.nrt.nrta_is_completed(-1, new Out<>()));
        String last = "nrta_get_sequence";
        add(last, NRT_SUCCESS, "", f -> f.nrt.nrta_get_sequence(0, XuType.COMPUTE, 0, new Out<>()));
        add(last, NRT_INVALID, "core past the end", f -> f.nrt.nrta_get_sequence(4, XuType.COMPUTE, 0, new Out<>()));
        add(last, NRT_INVALID, "queue past the end", f -> f.nrt.nrta_get_sequence(0, XuType.COMPUTE, 1, new Out<>()));
        add(
                last,
                NRT_INVALID,
                "type of older versions",
                f -> f.nrt.nrta_get_sequence(0, XuType.TENSOR_READ, 0, new Out<>()));
        addIn(
                OLD,
                last,
                NRT_SUCCESS,
                "type of this version",
                f -> f.nrt.nrta_get_sequence(0, XuType.TENSOR_READ, 0, new Out<>()));
        String event = "nrta_event_register_seq_id_completion";
        addIn(NEW, event, NRT_SUCCESS, "", f -> f.nrt.nrta_event_register_seq_id_completion(sequence(f), () -> {}));
        addIn(NEW, event, NRT_INVALID, "bad number", f -> f.nrt.nrta_event_register_seq_id_completion(0, () -> {}));
        String each = "nrta_event_register_xu_completion";
        addIn(
                NEW,
                each,
                NRT_SUCCESS,
                "",
                f -> f.nrt.nrta_event_register_xu_completion(0, XuType.TENSOR_OP, 1, () -> {}));
        addIn(
                NEW,
                each,
                NRT_INVALID,
                "null",
                f -> f.nrt.nrta_event_register_xu_completion(0, XuType.TENSOR_OP, 1, null));
    }

    private void addTrackers() {
        String handle = "nrta_get_completion_handle";
        addIn(OLD, handle, NRT_SUCCESS, "", f -> f.nrt.nrta_get_completion_handle(trackedSequence(f), new Out<>()));
        addIn(OLD, handle, NRT_INVALID, "bad number", f -> f.nrt.nrta_get_completion_handle(0, new Out<>()));
        String create = "nrta_error_tracker_create";
        addIn(OLD, create, NRT_SUCCESS, "", f -> f.nrt.nrta_error_tracker_create(0, new Out<>()));
        addIn(OLD, create, NRT_INVALID, "core past the end", f -> f.nrt.nrta_error_tracker_create(4, new Out<>()));
        String destroy = "nrta_error_tracker_destroy";
        addIn(OLD, destroy, NRT_SUCCESS, "once", f -> f.nrt.nrta_error_tracker_destroy(tracker(f)));
        addIn(OLD, destroy, NRT_INVALID, "twice", f -> {
            NrtErrorTracker tracker = tracker(f);
            f.nrt.nrta_error_tracker_destroy(tracker);
            return f.nrt.nrta_error_tracker_destroy(tracker);
        });
        String list = "nrta_error_tracker_get_list";
        addIn(OLD, list, NRT_SUCCESS, "", f -> f.nrt.nrta_error_tracker_get_list(tracker(f), new Out<>()));
        addIn(OLD, list, NRT_INVALID, "null", f -> f.nrt.nrta_error_tracker_get_list(null, new Out<>()));
    }

    private static NrtTensor host(NrtFixture f) {
        return f.tensor(TensorPlacement.HOST, -1, 16, "h");
    }

    private static NrtStatus write(NrtFixture f, NrtTensor tensor, long size, int queue) {
        return f.nrt.nrta_tensor_write(tensor, ExecutionCases.buffer(), 0, size, queue, new NrtaStatus(), new Out<>());
    }

    private static NrtStatus read(NrtFixture f, NrtTensor tensor, long size) {
        return f.nrt.nrta_tensor_read(ExecutionCases.buffer(), tensor, 0, size, 0, new NrtaStatus(), new Out<>());
    }

    private static NrtStatus copy(NrtFixture f, NrtTensor from, NrtTensor to, long size) {
        return f.nrt.nrta_tensor_copy(from, 0, to, 0, size, 1, new NrtaStatus(), new Out<>());
    }

    private static NrtStatus execute(NrtFixture f, NrtModel model, int queue) {
        NrtTensorSet tensors = f.tensors(model, TensorPlacement.DEVICE);
        return f.nrt.nrta_execute_schedule(model, tensors, tensors, queue, new NrtaStatus(), new Out<>());
    }

    private static NrtCcComm comm(List<Integer> group) {
        return new NrtCcComm(group, 0, 0, 1, 0);
    }

    private static NrtStatus prepare(
            NrtFixture f, List<Integer> group, NrtOp op, NrtTensor output, Out<NrtCcContext> context) {
        return f.nrt.nrta_cc_prepare(
                comm(group), List.of(f.tensor(16)), List.of(output), NrtDtype.FLOAT32, op, CcOp.ALLREDUCE, context);
    }

    private static NrtStatus coalesced(
            NrtFixture f,
            String function,
            @Nullable NrtCcComm comm,
            List<List<NrtTensor>> inputs,
            List<List<NrtTensor>> outputs) {
        return function.equals("nrta_cc_prepare_coalesced")
                ? f.nrt.nrta_cc_prepare_coalesced(
                        comm, inputs, outputs, NrtDtype.FLOAT32, NrtOp.ADD, CcOp.ALLREDUCE, new Out<>())
                : f.nrt.nrt_cc_prepare_coalesced(
                        comm, inputs, outputs, NrtDtype.FLOAT32, NrtOp.ADD, CcOp.ALLREDUCE, new Out<>());
    }

    private static NrtStatus schedule(NrtFixture f, int queue) {
        Out<NrtCcContext> context = new Out<>();
        prepare(f, List.of(0), NrtOp.ADD, f.tensor(16), context);
        return f.nrt.nrta_cc_schedule(context, queue, new NrtaStatus(), new Out<>());
    }

    private static long sequence(NrtFixture f) {
        Out<Long> sequence = new Out<>();
        NrtStatus status =
                f.nrt.nrta_tensor_write(f.tensor(16), Unpooled.buffer(16, 16), 0, 16, 0, new NrtaStatus(), sequence);
        return status == NRT_SUCCESS ? sequence.get() : NRT_FAILURE.code();
    }

    private static NrtErrorTracker tracker(NrtFixture f) {
        Out<NrtErrorTracker> tracker = new Out<>();
        f.nrt.nrta_error_tracker_create(0, tracker);
        return tracker.get();
    }

    private static long trackedSequence(NrtFixture f) {
        Out<Long> sequence = new Out<>();
        f.nrt.nrta_tensor_write(f.tensor(16), Unpooled.buffer(16, 16), 0, 16, 0, tracker(f), sequence);
        return sequence.get();
    }
}
