package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that nobody waits for. Source: nrt-api.md §4.6, §4.8; exec.md §3.3, §3.4, §7.2. */
@ExtendWith(LeakWatch.class)
@Timeout(60)
class AsyncExecutionTest {
    private static final int FLOATS = 32;
    private static final int MATRIX_BYTES = 128 * 128 * Short.BYTES;
    /** Numbers in fp16. */
    private static final int HALF_ONE = 0x3C00;

    private static final int HALF_TWO = 0x4000;
    private static final int HALF_512 = 0x6000;

    private NrtFixture f = new NrtFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void aRequestLeavesItsStatusAndResult() throws Exception {
        f.started();
        NrtModel model = f.load();
        NrtTensorSet tensors = f.tensors(model, TensorPlacement.DEVICE);
        write(tensor(tensors, "input"), 3);
        NrtaStatus status = new NrtaStatus();
        Out<Long> sequence = new Out<>();
        assertThat(f.nrt.nrta_execute_schedule(model, tensors, tensors, 0, status, sequence))
                .isEqualTo(NrtStatus.NRT_SUCCESS);
        await(sequence.get());
        assertThat(status.value()).contains(NrtStatus.NRT_SUCCESS);
        assertThat(floats(tensor(tensors, "output"))).isEqualTo(multiples(3));
        assertThat(f.nrt.nrt_tensor_check_output_completion(tensor(tensors, "output"), 0, 1))
                .isEqualTo(NrtStatus.NRT_SUCCESS);
    }

    /** exec.md §3.3: the queue in the upper 16 bits, a counter of its own for each queue below. */
    @Test
    void sequencesCountQueueByQueue() throws Exception {
        f.started();
        NrtTensor tensor = f.tensor(64);
        long first = scheduleWrite(tensor, 0);
        long second = scheduleWrite(tensor, 0);
        long other = scheduleWrite(tensor, 1);
        assertThat(second).isEqualTo(first + 1);
        assertThat(other >>> 48).isEqualTo((first >>> 48) + 1);
        assertThat(other & 0xFFFFFFFFFFFFL).isEqualTo(first & 0xFFFFFFFFFFFFL);
        await(second);
        Out<Long> last = new Out<>();
        f.nrt.nrta_get_sequence(0, XuType.TENSOR_OP, 0, last);
        assertThat(last.get()).isEqualTo(second);
    }

    @Test
    void transfersOfOneQueueKeepTheirOrder() throws Exception {
        f.started();
        NrtTensor tensor = f.tensor(64);
        NrtTensor copy = f.tensor(64);
        long last = 0;
        ByteBuf read = Unpooled.buffer(64, 64);
        for (int i = 1; i <= 20; i++) {
            ByteBuf bytes = Unpooled.buffer(64, 64).setLong(0, i);
            f.nrt.nrta_tensor_write(tensor, bytes, 0, 64, 0, new NrtaStatus(), new Out<>());
            f.nrt.nrta_tensor_copy(tensor, 0, copy, 0, 64, 0, new NrtaStatus(), new Out<>());
            Out<Long> sequence = new Out<>();
            f.nrt.nrta_tensor_read(read, copy, 0, 64, 0, new NrtaStatus(), sequence);
            last = sequence.get();
        }
        await(last);
        assertThat(read.getLong(0)).isEqualTo(20);
    }

    /** A freed tensor is not gone for a request that uses it. */
    @Test
    void requestsKeepTheirTensors() throws Exception {
        f.started();
        NrtTensor tensor = f.tensor(64);
        ByteBuf read = Unpooled.buffer(64, 64);
        write(tensor, 1);
        Out<Long> sequence = new Out<>();
        f.nrt.nrta_tensor_read(read, tensor, 0, 64, 0, new NrtaStatus(), sequence);
        Out<NrtTensor> handle = new Out<>();
        handle.set(tensor);
        assertThat(f.nrt.nrt_tensor_free(handle)).isEqualTo(NrtStatus.NRT_SUCCESS);
        await(sequence.get());
        assertThat(read.getFloatLE(4)).isEqualTo(2);
        assertThat(f.nrt.openTensors()).isZero();
    }

    @Test
    void queuedExecutionsTellTheirJobs() {
        List<String> completed = new CopyOnWriteArrayList<>();
        f.with("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "3").started();
        f.nrt.nrt_register_async_exec_callback(
                (model, vnc, job, status) -> completed.add(model + " " + vnc + " " + job + " " + status));
        NrtModel model = f.load();
        NrtTensorSet tensors = f.tensors(model, TensorPlacement.DEVICE);
        write(tensor(tensors, "input"), 2);
        for (int i = 0; i < 5; i++) {
            assertThat(f.nrt.nrt_execute(model, tensors, tensors)).isEqualTo(NrtStatus.NRT_SUCCESS);
        }
        // The read waits for the requests that write.
        assertThat(floats(tensor(tensors, "output"))).isEqualTo(multiples(2));
        assertThat(f.nrt.nrt_async_drain_queued_execs(0)).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(completed)
                .containsExactly(
                        "10001 0 1 NRT_SUCCESS",
                        "10001 0 2 NRT_SUCCESS",
                        "10001 0 3 NRT_SUCCESS",
                        "10001 0 4 NRT_SUCCESS",
                        "10001 0 5 NRT_SUCCESS");
    }

    @Test
    void aQueuedExecutionThatFailsIsInTheLog() {
        List<NrtStatus> completed = new CopyOnWriteArrayList<>();
        f.with("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "1").started();
        f.nrt.nrt_register_async_exec_callback((model, vnc, job, status) -> completed.add(status));
        assertThat(f.run(TestPrograms.fault())).isEqualTo(NrtStatus.NRT_SUCCESS);
        f.nrt.nrt_async_drain_queued_execs(0);
        assertThat(completed).containsExactly(NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR);
        assertThat(f.errors()).contains("NMGR:kmgr_exec Failed to execute model: 10001, error: 1004");
    }

    /** exec.md §3.3: what has not begun when the runtime is closed ends with NRT_CLOSED. */
    @Test
    void theCloseEndsWhatHasNotBegun() {
        f.with("NEURON_RT_EXEC_TIMEOUT", "1").started();
        Out<NrtModel> model = new Out<>();
        f.load(NrtFixture.ALL_REDUCE, 0, 0, 2, model);
        NrtTensorSet tensors = f.tensors(model.get(), TensorPlacement.DEVICE);
        List<NrtaStatus> statuses = List.of(new NrtaStatus(), new NrtaStatus(), new NrtaStatus());
        statuses.forEach(status -> f.nrt.nrta_execute_schedule(model.get(), tensors, tensors, 0, status, new Out<>()));
        f.nrt.nrt_close();
        assertThat(statuses.subList(1, 3))
                .extracting(status -> status.value().orElseThrow())
                .containsOnly(NrtStatus.NRT_CLOSED);
        assertThat(statuses.get(0).value())
                .hasValueSatisfying(
                        status -> assertThat(status).isIn(NrtStatus.NRT_EXEC_HW_ERR_COLLECTIVES, NrtStatus.NRT_CLOSED));
    }

    /** The close waits for requests, and their callbacks do not wait for the close. */
    @Test
    void aCallbackMayCallTheLibraryDuringTheClose() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        f.with("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "2")
                .with("NEURON_RT_EXEC_TIMEOUT", "1")
                .started();
        f.nrt.nrt_register_async_exec_callback((model, vnc, job, status) -> {
            awaitClose();
            seen.add(f.nrt.openModels()
                    + " " + f.nrt.openTensors()
                    + " " + f.nrt.nrt_get_visible_nc_count(new Out<>())
                    + " " + f.nrt.nrt_memcpy_to_device(MappedDevices.HOST, Unpooled.buffer(4, 4), 4)
                    + " " + f.nrt.nrt_async_drain_queued_execs(0)
                    + " " + f.init());
        });
        queueTwoThatWaitForARank();
        CompletableFuture.runAsync(f.nrt::nrt_close).get(20, TimeUnit.SECONDS);
        assertThat(f.nrt.state()).isEqualTo(RuntimeState.START);
        assertThat(seen).hasSize(2).containsOnly("0 0 NRT_SUCCESS NRT_INVALID NRT_CLOSED NRT_CLOSED");
    }

    /** A call that the close waits for waits for the callback. */
    @Test
    void aCallbackMayCallTheLibraryWhenACloseWaitsForADrain() throws Exception {
        List<Integer> seen = new CopyOnWriteArrayList<>();
        f.with("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "2")
                .with("NEURON_RT_EXEC_TIMEOUT", "1")
                .started();
        FutureTask<NrtStatus> drained = new FutureTask<>(() -> f.nrt.nrt_async_drain_queued_execs(0));
        Thread drainer = new Thread(drained);
        FutureTask<NrtStatus> closed = new FutureTask<>(f.nrt::nrt_close, NrtStatus.NRT_SUCCESS);
        f.nrt.nrt_register_async_exec_callback((model, vnc, job, status) -> {
            if (job == 1) {
                await(() -> drainer.getState() == Thread.State.WAITING);
                new Thread(closed).start();
            }
            awaitClose();
            seen.add(f.nrt.openModels());
        });
        queueTwoThatWaitForARank();
        drainer.start();
        assertThat(drained.get(20, TimeUnit.SECONDS)).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(closed.get(20, TimeUnit.SECONDS)).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(seen).containsExactly(0, 0);
    }

    private void queueTwoThatWaitForARank() {
        Out<NrtModel> model = new Out<>();
        f.load(NrtFixture.ALL_REDUCE, 0, 0, 2, model);
        NrtTensorSet tensors = f.tensors(model.get(), TensorPlacement.DEVICE);
        for (int i = 0; i < 2; i++) {
            assertThat(f.nrt.nrt_execute(model.get(), tensors, tensors)).isEqualTo(NrtStatus.NRT_SUCCESS);
        }
    }

    /** Returns when nothing but the requests, and calls that wait for them, hold the close up. */
    private void awaitClose() {
        await(() -> f.nrt.state() == RuntimeState.CLOSED);
        long now = System.nanoTime();
        await(() -> System.nanoTime() - now > TimeUnit.MILLISECONDS.toNanos(50));
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void olderVersionsListTheirFailures() throws Exception {
        f.close();
        f = new NrtFixture(
                SimulatedDriver.of(InstanceType.TRN2_3XLARGE),
                RuntimeProfile.named("2.30.50.0").orElseThrow());
        f.started();
        Out<NrtErrorTracker> tracker = new Out<>();
        f.nrt.nrta_error_tracker_create(0, tracker);
        Out<NrtModel> model = new Out<>();
        f.load(TestPrograms.fault(), model);
        NrtTensorSet tensors = f.tensors(model.get(), TensorPlacement.DEVICE);
        Out<Long> sequence = new Out<>();
        f.nrt.nrta_execute_schedule(model.get(), tensors, tensors, 0, tracker.get(), sequence);
        Out<CompletableFuture<Void>> handle = new Out<>();
        f.nrt.nrta_get_completion_handle(sequence.get(), handle);
        handle.get().get();
        Out<List<NrtaError>> errors = new Out<>();
        f.nrt.nrta_error_tracker_get_list(tracker.get(), errors);
        assertThat(errors.get()).containsExactly(new NrtaError(sequence.get(), NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR));
    }

    /** exec-corpus.md, matmul_small: fp16 ones times twos over 256 elements are 512, however it is run. */
    @Tag("corpus")
    @Test
    void aMatrixProductIsTheSameEachTime() throws Exception {
        f.started();
        Out<NrtModel> model = new Out<>();
        f.load(Files.readAllBytes(Corpus.neff("nkipy-matmul_small.neff")), model);
        NrtTensorSet tensors = f.tensors(model.get(), TensorPlacement.DEVICE);
        writeHalves(tensor(tensors, "x"), HALF_ONE);
        writeHalves(tensor(tensors, "y"), HALF_TWO);
        for (int i = 0; i < 2; i++) {
            assertThat(f.nrt.nrt_execute(model.get(), tensors, tensors)).isEqualTo(NrtStatus.NRT_SUCCESS);
            assertProduct(tensor(tensors, "output0"));
        }
        NrtaStatus first = new NrtaStatus();
        NrtaStatus second = new NrtaStatus();
        Out<Long> sequence = new Out<>();
        f.nrt.nrta_execute_schedule(model.get(), tensors, tensors, 0, first, new Out<>());
        f.nrt.nrta_execute_schedule(model.get(), tensors, tensors, 0, second, sequence);
        await(sequence.get());
        assertThat(first.value()).contains(NrtStatus.NRT_SUCCESS);
        assertThat(second.value()).contains(NrtStatus.NRT_SUCCESS);
        assertProduct(tensor(tensors, "output0"));
    }

    private void writeHalves(NrtTensor tensor, int bits) {
        int size = (int) f.nrt.nrt_tensor_get_size(tensor);
        ByteBuf bytes = Unpooled.buffer(size, size);
        for (int i = 0; i < size; i += Short.BYTES) {
            bytes.setShortLE(i, bits);
        }
        f.nrt.nrt_tensor_write(tensor, bytes, 0, size);
    }

    /** Checks all elements and wipes them. */
    private void assertProduct(NrtTensor output) {
        ByteBuf bytes = Unpooled.wrappedBuffer(f.read(output, MATRIX_BYTES));
        for (int i = 0; i < MATRIX_BYTES; i += Short.BYTES) {
            assertThat(bytes.getShortLE(i)).isEqualTo((short) HALF_512);
        }
        f.nrt.nrt_tensor_memset(output, 0, 0, MATRIX_BYTES);
    }

    /** exec.md §7.2 and nrt-api.md §1.2, with in = [1, 2, ...] and [10, 20, ...] on two ranks. */
    @ParameterizedTest
    @CsvSource({
        "ALLREDUCE, ADD, 4, 11, 44",
        "ALLREDUCE, MAX, 4, 10, 40",
        "ALLREDUCE, MIN, 4, 1, 4",
        "ALLGATHER, ADD, 8, 1, 40",
        "REDUCESCATTER, ADD, 2, 11, 44"
    })
    void hostsDoCollectives(CcOp ccOp, NrtOp op, int elements, float first, float last) throws Exception {
        f.started();
        NrtTensor[] outputs = new NrtTensor[2];
        long[] sequences = new long[2];
        for (int rank = 0; rank < 2; rank++) {
            NrtTensor input = f.tensor(TensorPlacement.DEVICE, rank, 16, "in");
            outputs[rank] = f.tensor(TensorPlacement.DEVICE, rank, elements * 4L, "out");
            ByteBuf bytes = Unpooled.buffer(16, 16);
            for (int i = 0; i < 4; i++) {
                bytes.setFloatLE(i * 4, (i + 1) * (rank == 0 ? 1 : 10));
            }
            f.nrt.nrt_tensor_write(input, bytes, 0, 16);
            Out<NrtCcContext> context = new Out<>();
            NrtCcComm comm = new NrtCcComm(List.of(0, 1), rank, rank, 2, rank);
            f.nrt.nrta_cc_prepare(comm, List.of(input), List.of(outputs[rank]), NrtDtype.FLOAT32, op, ccOp, context);
            Out<Long> sequence = new Out<>();
            assertThat(f.nrt.nrta_cc_schedule(context, 0, new NrtaStatus(), sequence))
                    .isEqualTo(NrtStatus.NRT_SUCCESS);
            assertThat(context.value()).isEmpty();
            sequences[rank] = sequence.get();
        }
        await(sequences[0]);
        await(sequences[1]);
        boolean scatters = ccOp == CcOp.REDUCESCATTER;
        ByteBuf left = Unpooled.wrappedBuffer(f.read(outputs[0], elements * 4));
        ByteBuf right = Unpooled.wrappedBuffer(f.read(outputs[1], elements * 4));
        assertThat(left.getFloatLE(0)).isEqualTo(first);
        assertThat((scatters ? right : left).getFloatLE((elements - 1) * 4)).isEqualTo(last);
        assertThat(left.equals(right)).isEqualTo(!scatters);
    }

    private void await(long sequence) throws InterruptedException {
        Out<Boolean> completed = new Out<>();
        do {
            Thread.sleep(1);
            assertThat(f.nrt.nrta_is_completed(sequence, completed)).isEqualTo(NrtStatus.NRT_SUCCESS);
        } while (!completed.get());
    }

    private long scheduleWrite(NrtTensor tensor, int queue) {
        Out<Long> sequence = new Out<>();
        f.nrt.nrta_tensor_write(tensor, Unpooled.buffer(64, 64), 0, 64, queue, new NrtaStatus(), sequence);
        return sequence.get();
    }

    private NrtTensor tensor(NrtTensorSet set, String name) {
        Out<NrtTensor> tensor = new Out<>();
        f.nrt.nrt_get_tensor_from_tensor_set(set, name, tensor);
        return tensor.get();
    }

    private void write(NrtTensor tensor, float factor) {
        int floats = (int) f.nrt.nrt_tensor_get_size(tensor) / Float.BYTES;
        ByteBuf bytes = Unpooled.buffer(floats * Float.BYTES);
        for (int i = 0; i < floats; i++) {
            bytes.setFloatLE(i * Float.BYTES, factor * (i + 1));
        }
        assertThat(f.nrt.nrt_tensor_write(tensor, bytes, 0, (long) floats * Float.BYTES))
                .isEqualTo(NrtStatus.NRT_SUCCESS);
    }

    private float[] floats(NrtTensor tensor) {
        ByteBuf bytes = Unpooled.wrappedBuffer(f.read(tensor, FLOATS * Float.BYTES));
        float[] values = new float[FLOATS];
        for (int i = 0; i < FLOATS; i++) {
            values[i] = bytes.getFloatLE(i * Float.BYTES);
        }
        return values;
    }

    private static float[] multiples(float factor) {
        float[] values = new float[FLOATS];
        for (int i = 0; i < FLOATS; i++) {
            values[i] = factor * (i + 1);
        }
        return values;
    }
}
