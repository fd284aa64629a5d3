package io.nrt4j.runtime.c;

import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_CLOSED;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_INVALID_HANDLE;
import static io.nrt4j.loader.diagnostics.NrtStatus.NRT_RESOURCE;
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
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many threads on one library, with handles that they take from each other. */
@ExtendWith(LeakWatch.class)
class ConcurrencyTest {
    private static final int THREADS = 64;
    private static final int OPERATIONS = 200;
    private static final int SHARED = 32;
    /** Loads are a thousand times as dear as the rest. */
    private static final int LOAD_ONE_IN = 100;

    private final LibNrt nrt = new LibNrt(
            SimulatedDriver.of(InstanceType.TRN2_3XLARGE),
            RuntimeProfile.DEFAULT,
            Map::of,
            new HostFacts("i-0", "Linux", "host"),
            record -> {});
    private final AtomicReferenceArray<NrtTensor> tensors = new AtomicReferenceArray<>(SHARED);
    private final AtomicReferenceArray<NrtModel> models = new AtomicReferenceArray<>(SHARED);

    /** exec.md §5, nrt-api.md §3: nothing hangs, nothing leaks, and no status that the state machine does not have. */
    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void everyHistoryEndsWithNothingLeft() throws Exception {
        nrt.nrt_init(FrameworkType.NO_FW, "test", "1.0");
        long before = used();
        Set<NrtStatus> seen = run(false);
        assertThat(EnumSet.of(NRT_SUCCESS, NRT_INVALID, NRT_INVALID_HANDLE, NRT_RESOURCE))
                .containsAll(seen);
        for (int i = 0; i < SHARED; i++) {
            unload(models.getAndSet(i, null));
            free(tensors.getAndSet(i, null));
        }
        assertThat(nrt.openModels()).isZero();
        assertThat(nrt.openTensors()).isZero();
        assertThat(used()).isEqualTo(before);
        nrt.nrt_close();
    }

    @Test
    @Timeout(value = 180, unit = TimeUnit.SECONDS)
    void theRuntimeMayCloseAndStartMeanwhile() throws Exception {
        nrt.nrt_init(FrameworkType.NO_FW, "test", "1.0");
        Set<NrtStatus> seen = run(true);
        assertThat(EnumSet.of(
                        NRT_SUCCESS, NRT_INVALID, NRT_INVALID_HANDLE, NRT_RESOURCE, NRT_UNINITIALIZED, NRT_CLOSED))
                .containsAll(seen);
        nrt.nrt_close();
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
        ByteBuf buffer = Unpooled.buffer(64);
        for (int i = 0; i < OPERATIONS; i++) {
            int slot = random.nextInt(SHARED);
            if (random.nextInt(LOAD_ONE_IN) == 0) {
                seen.add(load(slot));
                continue;
            }
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    Out<NrtTensor> out = new Out<>();
                    seen.add(nrt.nrt_tensor_allocate(
                            random.nextBoolean() ? TensorPlacement.DEVICE : TensorPlacement.HOST,
                            random.nextInt(5),
                            64,
                            "t",
                            out));
                    free(out.value().map(t -> tensors.getAndSet(slot, t)).orElse(null));
                }
                case 2 -> free(tensors.getAndSet(slot, null));
                case 3 -> seen.add(nrt.nrt_tensor_write(tensors.get(slot), buffer, 0, 64));
                case 4 -> seen.add(nrt.nrt_tensor_read(tensors.get(slot), buffer, 0, 64));
                case 5 -> unload(models.getAndSet(slot, null));
                case 6 -> {
                    Out<NrtTensorSet> set = new Out<>();
                    seen.add(nrt.nrt_allocate_tensor_set(set));
                    seen.add(nrt.nrt_execute(
                            models.get(slot),
                            set.value().orElse(null),
                            set.value().orElse(null)));
                }
                default -> {
                    if (closes && random.nextInt(20) == 0) {
                        nrt.nrt_close();
                        seen.add(nrt.nrt_init(FrameworkType.NO_FW, "test", "1.0"));
                    }
                }
            }
        }
        return seen;
    }

    private NrtStatus load(int slot) {
        try (ByteSource source = ByteSource.of(NrtFixture.ALL_REDUCE)) {
            Out<NrtModel> out = new Out<>();
            NrtStatus status = nrt.nrt_load(source, -1, -1, out);
            unload(out.value().map(m -> models.getAndSet(slot, m)).orElse(null));
            return status;
        }
    }

    private void unload(NrtModel model) {
        if (model != null) {
            nrt.nrt_unload(model);
        }
    }

    private void free(NrtTensor tensor) {
        if (tensor != null) {
            Out<NrtTensor> out = new Out<>();
            out.set(tensor);
            nrt.nrt_tensor_free(out);
        }
    }

    private long used() {
        Out<VncMemoryStats> stats = new Out<>();
        nrt.nrt_get_vnc_memory_stats(0, stats, VncMemoryStats.BYTES, new Out<>());
        return stats.get().bytesUsed();
    }
}
