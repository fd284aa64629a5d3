package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A library on a simulated machine, with its log. */
final class NrtFixture implements AutoCloseable {
    static final byte[] ALL_REDUCE = AllReduceModel.toByteArray();

    final Map<String, String> environment = new ConcurrentHashMap<>();
    final List<LogRecord> log = Collections.synchronizedList(new ArrayList<>());
    final LibNrt nrt;
    private final CountDownLatch leave = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);
    private volatile boolean blocking;
    private final List<Thread> threads = new ArrayList<>();

    NrtFixture() {
        this(SimulatedDriver.of(InstanceType.TRN2_3XLARGE), RuntimeProfile.DEFAULT);
    }

    NrtFixture(SimulatedDriver driver, RuntimeProfile profile) {
        nrt = new LibNrt(
                driver, profile, () -> environment, new HostFacts("i-0", "Linux 5.10.240", "host"), this::receive);
    }

    private void receive(LogRecord record) {
        log.add(record);
        if (blocking
                && record.function().equals("kmgr_unload_nn")
                && record.message().startsWith("Unloading")) {
            entered.countDown();
            try {
                leave.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    NrtFixture with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    NrtStatus init() {
        return nrt.nrt_init(FrameworkType.NO_FW, "test", "1.0");
    }

    NrtFixture started() {
        NrtStatus status = init();
        if (status != NrtStatus.NRT_SUCCESS) {
            throw new AssertionError(status + " " + errors());
        }
        return this;
    }

    /** Another thread is inside nrt_close, and stays there. */
    NrtFixture closing() throws InterruptedException {
        started();
        NrtModel model = load();
        blocking = true;
        threads.add(start(() -> nrt.nrt_unload(model)));
        entered.await();
        threads.add(start(nrt::nrt_close));
        while (nrt.state() != RuntimeState.CLOSED) {
            Thread.onSpinWait();
        }
        return this;
    }

    private static Thread start(Runnable body) {
        Thread thread = new Thread(body);
        thread.start();
        return thread;
    }

    NrtModel load() {
        Out<NrtModel> model = new Out<>();
        NrtStatus status = load(ALL_REDUCE, model);
        if (status != NrtStatus.NRT_SUCCESS) {
            throw new AssertionError(status + " " + errors());
        }
        return model.get();
    }

    NrtStatus load(byte[] bytes, Out<NrtModel> model) {
        return load(bytes, 0, model);
    }

    NrtStatus load(byte[] bytes, int vnc, Out<NrtModel> model) {
        try (ByteSource source = ByteSource.of(bytes)) {
            return nrt.nrt_load(source, vnc, -1, model);
        }
    }

    /** Loads as one rank of several. */
    NrtStatus load(byte[] bytes, int vnc, int rank, int ranks, Out<NrtModel> model) {
        try (ByteSource source = ByteSource.of(bytes)) {
            return nrt.nrt_load_collectives(source, vnc, -1, rank, ranks, model);
        }
    }

    /** A set with a tensor for each input and output of a model, under its name. */
    NrtTensorSet tensors(NrtModel model, TensorPlacement placement) {
        NrtTensorSet set = set();
        for (NrtTensorInfo info : model.tensors()) {
            NrtTensor tensor = tensor(placement, model.vnc(), info.size(), info.name());
            nrt.nrt_add_tensor_to_tensor_set(set, info.name(), tensor);
        }
        return set;
    }

    /** Loads a NEFF and executes it once with tensors on the device. */
    NrtStatus run(byte[] neff) {
        Out<NrtModel> model = new Out<>();
        NrtStatus status = load(neff, model);
        if (status != NrtStatus.NRT_SUCCESS) {
            throw new AssertionError(status + " " + errors());
        }
        NrtTensorSet tensors = tensors(model.get(), TensorPlacement.DEVICE);
        return nrt.nrt_execute(model.get(), tensors, tensors);
    }

    NrtTensor tensor(TensorPlacement placement, int vnc, long size, String name) {
        Out<NrtTensor> tensor = new Out<>();
        NrtStatus status = nrt.nrt_tensor_allocate(placement, vnc, size, name, tensor);
        if (status != NrtStatus.NRT_SUCCESS) {
            throw new AssertionError(status + " " + errors());
        }
        return tensor.get();
    }

    NrtTensor tensor(long size) {
        return tensor(TensorPlacement.DEVICE, 0, size, "t");
    }

    NrtTensorSet set() {
        Out<NrtTensorSet> set = new Out<>();
        nrt.nrt_allocate_tensor_set(set);
        return set.get();
    }

    byte[] read(NrtTensor tensor, int size) {
        ByteBuf buffer = Unpooled.buffer(Math.max(1, size));
        NrtStatus status = nrt.nrt_tensor_read(tensor, buffer, 0, size);
        if (status != NrtStatus.NRT_SUCCESS) {
            throw new AssertionError(status + " " + errors());
        }
        byte[] bytes = new byte[size];
        buffer.getBytes(0, bytes);
        return bytes;
    }

    NrtTensor freed() {
        NrtTensor tensor = tensor(16);
        Out<NrtTensor> out = new Out<>();
        out.set(tensor);
        nrt.nrt_tensor_free(out);
        return tensor;
    }

    /** ERROR lines as {@code MODULE:function message}, without the infodump. */
    List<String> errors() {
        synchronized (log) {
            return log.stream()
                    .filter(r -> r.level() == LogLevel.ERROR && !r.function().equals("nrt_infodump"))
                    .map(r -> r.module() + ":" + r.function() + " " + r.message())
                    .toList();
        }
    }

    List<String> dump() {
        synchronized (log) {
            return log.stream()
                    .filter(r -> r.level() == LogLevel.ERROR && r.function().equals("nrt_infodump"))
                    .map(LogRecord::message)
                    .toList();
        }
    }

    @Override
    public void close() {
        leave.countDown();
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        nrt.nrt_close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
