package io.nrt4j.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(LeakWatch.class)
class NrtRuntimeTest {
    private final List<String> events = new ArrayList<>();
    private final NrtRuntime runtime = NrtRuntime.builder()
            .instance(InstanceType.TRN2_3XLARGE)
            .environment(Map.of())
            .log(r -> {})
            .listener(new RuntimeListener() {
                @Override
                public void loaded(Model model, Duration elapsed) {
                    events.add("loaded " + model.name());
                }

                @Override
                public void failed(NrtException failure) {
                    events.add(failure.function() + " " + failure.status());
                }
            })
            .build();

    @AfterEach
    void close() {
        runtime.close();
    }

    private Model load() {
        try (ByteSource source = ByteSource.of(AllReduceModel.toByteArray())) {
            return runtime.load(source, -1);
        }
    }

    @Test
    void modelsNameWhatMustBeBound() {
        try (Model model = load()) {
            assertThat(model.inputs()).singleElement().satisfies(t -> {
                assertThat(t.name()).isEqualTo("input");
                assertThat(t.dtype()).isEqualTo(NrtDtype.FLOAT32);
                assertThat(t.shape()).containsExactly(32L);
            });
            assertThat(model.outputs()).singleElement().matches(t -> t.name().equals("output"));
        }
        assertThat(events).containsExactly("loaded x");
    }

    @Test
    void everyByteComesBack() {
        long before = runtime.memory(0).bytesUsed();
        try (Model model = load();
                TensorMap inputs = model.allocateInputs()) {
            assertThat(runtime.memory(0).bytesUsed()).isGreaterThan(before);
            assertThat(inputs.get("input").size()).isEqualTo(128);
            assertThat(runtime.openModels()).isOne();
            assertThat(runtime.openTensors()).isOne();
        }
        assertThat(runtime.openModels() + runtime.openTensors()).isZero();
    }

    @Test
    void aFailureHasStatusAndLines() {
        ByteSource damaged = ByteSource.of(new byte[100]);
        assertThatThrownBy(() -> runtime.load(damaged, 0))
                .isInstanceOfSatisfying(NrtException.class, e -> {
                    assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID);
                    assertThat(e.function()).isEqualTo("nrt_load");
                    assertThat(e.records())
                            .extracting(LogRecord::message)
                            .contains("Invalid number of NEFF bytes received 64", "Failure: NRT_INVALID in nrt_load()");
                })
                .hasMessage("nrt_load: NRT_INVALID (2): Invalid number of NEFF bytes received 64");
        damaged.close();
        assertThat(events).containsExactly("nrt_load NRT_INVALID");
    }

    @Test
    void aMachineWithoutDevicesHasNoRuntime() {
        assertThatThrownBy(() -> NrtRuntime.builder()
                        .driver(SimulatedDriver.of(InstanceType.TRN2_3XLARGE).withoutDevices())
                        .environment(Map.of())
                        .log(r -> {})
                        .build())
                .isInstanceOf(NrtException.class)
                .hasMessageStartingWith("nrt_init: NRT_INVALID (2)");
    }

    @ParameterizedTest
    @EnumSource(
            value = NrtDtype.class,
            names = {"FLOAT32", "FLOAT16", "BFLOAT16", "FP8_E4", "FP8_E5", "INT8", "INT16", "INT32", "UINT8", "UINT16"})
    void valuesComeBackAsTheyWere(NrtDtype dtype) {
        try (Tensor tensor = runtime.allocate("t", 0, 4L * dtype.bytes(), dtype, List.of(2L, 2L))) {
            assertThat(tensor.writeFloats(0, 1, 2, 4).readFloats()).containsExactly(0, 1, 2, 4);
        }
    }

    @Test
    void wideIntegersKeepTheirBits() {
        try (Tensor signed = runtime.allocateOnHost("s", 16, NrtDtype.INT64, List.of(2L));
                Tensor narrow = runtime.allocateOnHost("n", 2, NrtDtype.INT8, List.of(2L))) {
            assertThat(signed.writeLongs(Long.MIN_VALUE, -2).readLongs()).containsExactly(Long.MIN_VALUE, -2);
            assertThat(narrow.writeLongs(-1, 127).readLongs()).containsExactly(-1, 127);
        }
    }

    @Test
    void tensorsTravelAsNpy() {
        try (Tensor tensor = runtime.allocate("t", 0, 12, NrtDtype.FLOAT16, List.of(2L, 3L));
                Tensor other = runtime.allocate("o", 0, 12, NrtDtype.FLOAT16, List.of(2L, 3L))) {
            byte[] file = tensor.writeFloats(1, 2, 3, 4, 5, 6).readNpy();
            assertThat(new String(file, java.nio.charset.StandardCharsets.ISO_8859_1))
                    .contains("{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }");
            assertThat((file.length - 12) % 64).isZero();
            assertThat(other.writeNpy(file).readFloats()).containsExactly(1, 2, 3, 4, 5, 6);
            assertThatThrownBy(() -> other.writeNpy(new byte[20])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aFailedLoadKnowsItsStage() {
        byte[] newer = AllReduceModel.toByteArray();
        newer[24] = 3;
        try (ByteSource source = ByteSource.of(newer)) {
            assertThatThrownBy(() -> runtime.load(source, 0)).isInstanceOfSatisfying(NrtException.class, e -> {
                assertThat(e.status()).isEqualTo(NrtStatus.NRT_UNSUPPORTED_NEFF_VERSION);
                assertThat(e.stage()).contains(LoadStage.CONTAINER);
            });
        }
        assertThatThrownBy(() -> runtime.allocate("t", 0, 1L << 50, NrtDtype.INT8, List.of()))
                .isInstanceOfSatisfying(
                        NrtException.class, e -> assertThat(e.stage()).isEmpty());
    }

    /** exec.md §8.1, with one rank waiting for the other. */
    @Test
    void ranksMeet() {
        try (ByteSource source = ByteSource.of(AllReduceModel.toByteArray());
                Model first = runtime.loadRank(source, 0, 0, 2);
                Model second = runtime.loadRank(source, 1, 1, 2);
                TensorMap firstInputs = first.allocateInputs();
                TensorMap secondInputs = second.allocateInputs()) {
            float[] ones = new float[32];
            Arrays.fill(ones, 1);
            firstInputs.get("input").writeFloats(ones);
            Arrays.fill(ones, 10);
            secondInputs.get("input").writeFloats(ones);
            Arrays.fill(ones, 11);
            for (int request = 0; request < 3; request++) {
                CompletableFuture<TensorMap> waiting = first.executeAsync(firstInputs.tensors());
                try (TensorMap mine = second.execute(secondInputs.tensors());
                        TensorMap other = waiting.join()) {
                    assertThat(mine.get("output").readFloats()).isEqualTo(ones);
                    assertThat(other.get("output").readFloats()).isEqualTo(ones);
                }
            }
        }
    }

    /** exec-corpus.md, matmul_small: [128,256] times [256,128] in fp16; the products of small integers are exact. */
    @Tag("corpus")
    @Test
    void matmulSmallMultiplies() throws IOException {
        float[] x = new float[128 * 256];
        float[] y = new float[256 * 128];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i / 256 + i % 256) % 3;
            y[i] = (i / 128 * 2 + i % 128) % 5 - 2;
        }
        float[] expected = new float[128 * 128];
        for (int row = 0; row < 128; row++) {
            for (int column = 0; column < 128; column++) {
                for (int k = 0; k < 256; k++) {
                    expected[row * 128 + column] += x[row * 256 + k] * y[k * 128 + column];
                }
            }
        }
        try (Model model = runtime.load(Corpus.neff("nkipy-matmul_small.neff"));
                TensorMap inputs = model.allocateInputs()) {
            inputs.get("x").writeFloats(x);
            inputs.get("y").writeFloats(y);
            CompletableFuture<TensorMap> first = model.executeAsync(inputs.tensors());
            CompletableFuture<TensorMap> second = model.executeAsync(inputs.tensors());
            for (CompletableFuture<TensorMap> request : List.of(first, second)) {
                try (TensorMap outputs = request.join()) {
                    assertThat(outputs.get("output0").readFloats()).isEqualTo(expected);
                }
            }
            try (TensorMap outputs = model.execute(inputs.tensors())) {
                assertThat(outputs.get("output0").readFloats()).isEqualTo(expected);
            }
        }
    }
}
