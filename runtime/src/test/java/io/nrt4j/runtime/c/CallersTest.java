package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.testing.LeakWatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What real callers do, call by call, and what they make of the answers. Source: nrt-api.md §7. */
@ExtendWith(LeakWatch.class)
class CallersTest {
    private static final byte[] NEFF = NrtFixture.ALL_REDUCE;

    private final NrtFixture f = new NrtFixture();

    @AfterEach
    void close() {
        f.close();
    }

    /** nkipy's wrapper: vnc_count 1, a tensor set for each call, an exception for each status. */
    private final class Spike {
        private static final int MOST_DIMENSIONS = 64;

        void start() {
            check(() -> f.nrt.nrt_init(FrameworkType.NO_FW, "spike", "1.0"), "Failed to initialize NRT runtime");
        }

        int cores() {
            Out<Integer> count = new Out<>();
            check(() -> f.nrt.nrt_get_visible_nc_count(count), "Failed to get visible NC count");
            return count.get();
        }

        NrtModel load(byte[] neff, int core) {
            Out<NrtModel> model = new Out<>();
            ByteBuf bytes = Unpooled.wrappedBuffer(neff);
            check(() -> f.nrt.nrt_load(bytes, neff.length, core, 1, model), "Failed to load model");
            return model.get();
        }

        NrtModel load(byte[] neff, int core, int rank, int world) {
            Out<NrtModel> model = new Out<>();
            try (ByteSource source = ByteSource.of(neff)) {
                check(() -> f.nrt.nrt_load_collectives(source, core, 1, rank, world, model), "Failed to load model");
            }
            return model.get();
        }

        Map<String, NrtTensor> allocate(NrtModel model, TensorUsage usage) {
            Out<List<NrtTensorInfo>> infos = new Out<>();
            check(() -> f.nrt.nrt_get_model_tensor_info(model, infos), "Failed to get tensor info");
            Map<String, NrtTensor> tensors = new LinkedHashMap<>();
            for (NrtTensorInfo info : infos.get()) {
                assertThat(info.shape()).hasSizeLessThanOrEqualTo(MOST_DIMENSIONS);
                if (info.usage() == usage) {
                    Out<NrtTensor> tensor = new Out<>();
                    check(
                            () -> f.nrt.nrt_tensor_allocate(
                                    TensorPlacement.DEVICE, model.vnc(), info.size(), info.name(), tensor),
                            "Failed to allocate tensor");
                    tensors.put(info.name(), tensor.get());
                }
            }
            check(() -> f.nrt.nrt_free_model_tensor_info(infos), "Failed to free tensor info");
            return tensors;
        }

        void execute(NrtModel model, Map<String, NrtTensor> inputs, Map<String, NrtTensor> outputs, boolean profile) {
            Out<NrtTensorSet> in = setOf(inputs);
            Out<NrtTensorSet> out = setOf(outputs);
            if (profile) {
                check(() -> f.nrt.nrt_profile_start(model, "profile.ntff"), "Failed to start profile");
            }
            check(() -> f.nrt.nrt_execute(model, in.get(), out.get()), "Failed to execute model");
            if (profile) {
                check(() -> f.nrt.nrt_profile_stop("profile.ntff"), "Failed to stop profile");
            }
            check(() -> f.nrt.nrt_destroy_tensor_set(in), "Failed to destroy tensor set");
            check(() -> f.nrt.nrt_destroy_tensor_set(out), "Failed to destroy tensor set");
        }

        private Out<NrtTensorSet> setOf(Map<String, NrtTensor> tensors) {
            Out<NrtTensorSet> set = new Out<>();
            check(() -> f.nrt.nrt_allocate_tensor_set(set), "Failed to allocate tensor set");
            tensors.forEach((name, tensor) ->
                    check(() -> f.nrt.nrt_add_tensor_to_tensor_set(set.get(), name, tensor), "Failed to add tensor"));
            return set;
        }

        void free(Map<String, NrtTensor> tensors) {
            tensors.values().forEach(tensor -> {
                Out<NrtTensor> handle = new Out<>();
                handle.set(tensor);
                check(() -> f.nrt.nrt_tensor_free(handle), "Failed to free tensor");
            });
        }

        void check(Supplier<NrtStatus> call, String text) {
            NrtStatus status = call.get();
            if (status != NrtStatus.NRT_SUCCESS) {
                throw new IllegalStateException("NRT Error %s(%d): %s"
                        .formatted(f.nrt.nrt_get_status_as_str(status.code()), status.code(), text));
            }
        }
    }

    @Test
    void spikeRunsAModel() {
        Spike spike = new Spike();
        spike.start();
        assertThat(spike.cores()).isEqualTo(4);
        NrtModel model = spike.load(NEFF, 1);
        Map<String, NrtTensor> inputs = spike.allocate(model, TensorUsage.INPUT);
        Map<String, NrtTensor> outputs = spike.allocate(model, TensorUsage.OUTPUT);
        ByteBuf bytes = Unpooled.buffer(128).setFloatLE(124, 7.5f);
        spike.check(() -> f.nrt.nrt_tensor_write(inputs.get("input"), bytes, 0, 128), "Failed to write");
        spike.execute(model, inputs, outputs, false);
        spike.execute(model, inputs, outputs, true);
        assertThat(Unpooled.wrappedBuffer(f.read(outputs.get("output"), 128)).getFloatLE(124))
                .isEqualTo(7.5f);
        spike.free(inputs);
        spike.free(outputs);
        spike.check(() -> f.nrt.nrt_unload(model), "Failed to unload model");
        assertThat(f.nrt.openModels() + f.nrt.openTensors()).isZero();
    }

    @Test
    void spikeLoadsRanks() {
        Spike spike = new Spike();
        spike.start();
        List<NrtModel> ranks = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            ranks.add(spike.load(NEFF, rank, rank, 2));
        }
        assertThat(ranks).extracting(NrtModel::vnc).containsExactly(0, 1);
    }

    @Test
    void spikeThrowsTheStatus() {
        Spike spike = new Spike();
        assertThatThrownBy(() -> spike.load(NEFF, 0))
                .hasMessage("NRT Error NRT_UNINITIALIZED(13): Failed to load model");
        spike.start();
        assertThatThrownBy(() -> spike.load(new byte[2048], 0)).hasMessageEndingWith("): Failed to load model");
        NrtModel model = spike.load(NEFF, 0);
        assertThatThrownBy(() -> spike.execute(model, Map.of(), Map.of(), false))
                .hasMessage("NRT Error NRT_INVALID(2): Failed to execute model");
    }

    /** The TensorFlow adaptor: a text for each number. */
    private static String tensorFlowText(String function, NrtStatus status) {
        String text = switch (status.code()) {
            case 1 -> "Non specific failure";
            case 2 -> "Invalid argument";
            case 3 -> "Invalid handle";
            case 4 -> "Failed to allocate a resource for requested operation";
            case 5 -> "Operation timed out";
            case 6 -> "Hardware failure";
            case 9 -> "Failed to allocate enough NeuronCores for loading a NEFF";
            case 10 -> "Unsupported version of NEFF";
            case 11 -> "Not enough host memory";
            case 1002 -> "Invalid input has been submitted to exec()";
            case 1003 -> "Execution was completed with numerical errors (produced NaN)";
            case 1004 -> "Execution was completed with other errors";
            default -> "Unknown";
        };
        if (function.equals("nrt_load") && status == NrtStatus.NRT_INVALID) {
            text = "NEFF is invalid; it could be broken or hacked";
        }
        if (function.startsWith("nrt_tensor_") && status == NrtStatus.NRT_INVALID) {
            text = "Invalid offset";
        }
        return "%s status=%d, error message=\"%s\"".formatted(function, status.code(), text);
    }

    @Test
    void tensorFlowTellsWhatIsWrong() {
        assertThat(f.nrt.nrt_init(FrameworkType.TENSORFLOW, "2.10", "2.0")).isEqualTo(NrtStatus.NRT_SUCCESS);
        byte[] broken = NEFF.clone();
        broken[1100] ^= 0x55;
        assertThat(tensorFlowText("nrt_load", f.load(broken, new Out<>())))
                .isEqualTo("nrt_load status=2, error message=\"NEFF is invalid; it could be broken or hacked\"");
        byte[] newer = NEFF.clone();
        newer[24] = 3;
        assertThat(tensorFlowText("nrt_load", f.load(newer, new Out<>())))
                .isEqualTo("nrt_load status=10, error message=\"Unsupported version of NEFF\"");
        NrtTensor tensor = f.tensor(16);
        ByteBuf buffer = Unpooled.buffer(64);
        assertThat(tensorFlowText("nrt_tensor_read", f.nrt.nrt_tensor_read(tensor, buffer, 9, 8)))
                .isEqualTo("nrt_tensor_read status=2, error message=\"Invalid offset\"");
        assertThat(tensorFlowText("nrt_execute", f.run(TestPrograms.deadlock())))
                .isEqualTo("nrt_execute status=5, error message=\"Operation timed out\"");
        assertThat(tensorFlowText("nrt_execute", f.run(TestPrograms.fault())))
                .isEqualTo("nrt_execute status=1004, error message=\"Execution was completed with other errors\"");
    }

    /** Torch: its own words, and ranks through nrt_load_collectives with one core each. */
    private static String torchWord(NrtStatus status) {
        return switch (status.code()) {
            case 2 -> "Invalid";
            case 4 -> "Allocation Failure";
            case 5 -> "Timeout Exceeded";
            case 1003 -> "Numerical Error";
            default -> status.name();
        };
    }

    @Test
    void torchTellsWhatIsWrong() {
        assertThat(f.nrt.nrt_init(FrameworkType.PYTORCH, "1.13", "2.0")).isEqualTo(NrtStatus.NRT_SUCCESS);
        NrtStatus allocation = f.nrt.nrt_tensor_allocate(TensorPlacement.DEVICE, 0, 1L << 40, null, new Out<>());
        assertThat("nrt_tensor_allocate status=%d message=\"%s\"".formatted(allocation.code(), torchWord(allocation)))
                .isEqualTo("nrt_tensor_allocate status=4 message=\"Allocation Failure\"");
        NrtStatus load = f.load(new byte[100], new Out<>());
        assertThat("Could not load the model status=%d message=%s".formatted(load.code(), torchWord(load)))
                .isEqualTo("Could not load the model status=2 message=Invalid");
        assertThat(torchWord(f.run(TestPrograms.deadlock()))).isEqualTo("Timeout Exceeded");
    }
}
