package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_CLOSED;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_QUEUE_FULL;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_SUCCESS;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_UNINITIALIZED;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many threads on one library, with handles that they take from each other. Source: nrt-api.md §3, exec.md §5. */
@ExtendWith(LeakWatch.class)
class StressTest {
    private static final int THREADS = 64;
    private static final int OPERATIONS = 200;
    private static final int SHARED = 16;
    private static final int CORES = 4;
    private static final int BYTES = 128;
    /** Loads are a hundred times as dear as the rest. */
    private static final int LOAD_ONE_IN = 100;

    private final LibNrt nrt = new LibNrt(
            SimulatedDriver.of(InstanceType.TRN2_3XLARGE),
            RuntimeProfile.DEFAULT,
            Map::of,
            new HostFacts("i-0", "Linux", "host"),
            record -> {});
    private final AtomicReferenceArray<NrtTensor> tensors = new AtomicReferenceArray<>(SHARED);
    private final AtomicReferenceArray<Loaded> models = new AtomicReferenceArray<>(SHARED);
    private final Queue<NrtaStatus> scheduled = new ConcurrentLinkedQueue<>();
    private final AtomicInteger executed = new AtomicInteger();

    /** A model with the set of its tensors. */
    private record Loaded(NrtModel model, NrtTensorSet set, List<NrtTensor> own) {}

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void everyHistoryEndsWithNothingLeft() throws Exception {
        nrt.nrt_init(FrameworkType.NO_FW, "test", "1.0");
        List<Long> before = used();
        for (int slot = 0; slot < SHARED; slot++) {
            load(slot);
        }
        assertThat(run(false)).isSubsetOf(NRT_SUCCESS, NRT_INVALID, NRT_INVALID_HANDLE, NRT_QUEUE_FULL);
        for (int core = 0; core < CORES; core++) {
            nrt.nrt_async_drain_queued_execs(core);
        }
        assertThat(scheduled)
                .extracting(s -> s.value().orElseThrow())
                .isNotEmpty()
                .containsOnly(NRT_SUCCESS);
        assertThat(executed.get()).as("executions").isGreaterThan(THREADS);
        for (int slot = 0; slot < SHARED; slot++) {
            unload(models.getAndSet(slot, null));
            free(tensors.getAndSet(slot, null));
        }
        assertThat(nrt.openModels() + nrt.openTensors()).isZero();
        assertThat(used()).isEqualTo(before);
        nrt.nrt_close();
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void theRuntimeMayCloseAndStartMeanwhile() throws Exception {
        nrt.nrt_init(FrameworkType.NO_FW, "test", "1.0");
        assertThat(run(true))
                .isSubsetOf(
                        NRT_SUCCESS, NRT_INVALID, NRT_INVALID_HANDLE, NRT_QUEUE_FULL, NRT_UNINITIALIZED, NRT_CLOSED);
        nrt.nrt_close();
        assertThat(scheduled).extracting(s -> s.value().orElseThrow()).isSubsetOf(NRT_SUCCESS, NRT_CLOSED);
        assertThat(nrt.state()).isEqualTo(RuntimeState.START);
        assertThat(nrt.openModels() + nrt.openTensors()).isZero();
    }

    private Set<NrtStatus> run(boolean closes) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Set<NrtStatus>>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(thread);
                running.add(pool.submit(() -> operations(random, closes)));
            }
            Set<NrtStatus> seen = EnumSet.noneOf(NrtStatus.class);
            for (Future<Set<NrtStatus>> thread : running) {
                seen.addAll(thread.get());
            }
            return seen;
        } finally {
            pool.shutdownNow();
        }
    }

    private Set<NrtStatus> operations(Random random, boolean closes) {
        Set<NrtStatus> seen = EnumSet.noneOf(NrtStatus.class);
        ByteBuf buffer = Unpooled.buffer(BYTES, BYTES);
        for (int i = 0; i < OPERATIONS; i++) {
            int slot = random.nextInt(SHARED);
            if (random.nextInt(LOAD_ONE_IN) == 0) {
                seen.add(load(slot));
                continue;
            }
            switch (random.nextInt(10)) {
                case 0, 1 -> seen.add(allocate(slot, random));
                case 2 -> free(tensors.getAndSet(slot, null));
                case 3 -> seen.add(nrt.nrt_tensor_write(tensors.get(slot), buffer, 0, BYTES));
                case 4 -> seen.add(nrt.nrt_tensor_read(tensors.get(slot), buffer, 0, BYTES));
                case 5, 6 -> seen.add(execute(models.get(slot)));
                case 7 -> seen.add(schedule(models.get(slot)));
                case 8 -> {
                    if (random.nextInt(10) == 0) {
                        unload(models.getAndSet(slot, null));
                    }
                }
                default -> {
                    if (closes && random.nextInt(40) == 0) {
                        nrt.nrt_close();
                        seen.add(nrt.nrt_init(FrameworkType.NO_FW, "test", "1.0"));
                    }
                }
            }
        }
        return seen;
    }

    private NrtStatus allocate(int slot, Random random) {
        Out<NrtTensor> out = new Out<>();
        TensorPlacement placement = random.nextBoolean() ? TensorPlacement.DEVICE : TensorPlacement.HOST;
        NrtStatus status = nrt.nrt_tensor_allocate(placement, random.nextInt(CORES + 1), BYTES, "t", out);
        free(out.value().map(tensor -> tensors.getAndSet(slot, tensor)).orElse(null));
        return status;
    }

    private NrtStatus execute(Loaded loaded) {
        if (loaded == null) {
            return NRT_INVALID;
        }
        NrtStatus status = nrt.nrt_execute(loaded.model(), loaded.set(), loaded.set());
        if (status == NRT_SUCCESS) {
            executed.incrementAndGet();
        }
        return status;
    }

    private NrtStatus schedule(Loaded loaded) {
        if (loaded == null) {
            return NRT_INVALID;
        }
        NrtaStatus result = new NrtaStatus();
        NrtStatus status =
                nrt.nrta_execute_schedule(loaded.model(), loaded.set(), loaded.set(), 0, result, new Out<>());
        if (status == NRT_SUCCESS) {
            scheduled.add(result);
        }
        return status;
    }

    private NrtStatus load(int slot) {
        try (ByteSource source = ByteSource.of(NrtFixture.ALL_REDUCE)) {
            Out<NrtModel> out = new Out<>();
            NrtStatus status = nrt.nrt_load(source, -1, -1, out);
            unload(out.value()
                    .map(model -> models.getAndSet(slot, withTensors(model)))
                    .orElse(null));
            return status;
        }
    }

    private Loaded withTensors(NrtModel model) {
        Out<NrtTensorSet> set = new Out<>();
        nrt.nrt_allocate_tensor_set(set);
        List<NrtTensor> own = new ArrayList<>();
        for (String name : List.of("input", "output")) {
            Out<NrtTensor> tensor = new Out<>();
            nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, model.vnc(), BYTES, name, tensor);
            tensor.value().ifPresent(own::add);
            nrt.nrt_add_tensor_to_tensor_set(
                    set.value().orElse(null), name, tensor.value().orElse(null));
        }
        return new Loaded(model, set.value().orElse(null), own);
    }

    private void unload(Loaded loaded) {
        if (loaded != null) {
            nrt.nrt_unload(loaded.model());
            loaded.own().forEach(this::free);
        }
    }

    private void free(NrtTensor tensor) {
        if (tensor != null) {
            Out<NrtTensor> out = new Out<>();
            out.set(tensor);
            nrt.nrt_tensor_free(out);
        }
    }

    private List<Long> used() {
        List<Long> used = new ArrayList<>();
        for (int core = 0; core < CORES; core++) {
            Out<VncMemoryStats> stats = new Out<>();
            nrt.nrt_get_vnc_memory_stats(core, stats, VncMemoryStats.BYTES, new Out<>());
            used.add(stats.get().bytesUsed());
        }
        return used;
    }
}
