package io.nrt4j.benchmark;

import io.nrt4j.runtime.Model;
import io.nrt4j.runtime.NrtRuntime;
import io.nrt4j.runtime.Tensor;
import io.nrt4j.runtime.TensorMap;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One request from end to end through the public API, on a model that is loaded and warm. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 8, time = 1)
public class ExecutionBenchmark {
    @Param({"nkipy-matmul_small", "tkf-fused_attention", "tkf-baseline_bf16_s1024", "chengli-conv2d_1_float32_smaller"})
    public String file = "";

    private @Nullable Resources open;

    private record Resources(NrtRuntime runtime, Model model, TensorMap inputs, TensorMap outputs) {}

    @Setup
    public void load() throws IOException {
        CorpusFile neff = new CorpusFile(file);
        NrtRuntime runtime =
                NrtRuntime.builder().instance(neff.instanceType()).log(entry -> {}).build();
        Model model = runtime.load(neff.path());
        TensorMap inputs = model.allocateInputs();
        Random random = new Random(1);
        inputs.tensors().values().forEach(tensor -> fill(tensor, random));
        open = new Resources(runtime, model, inputs, model.execute(inputs.tensors()));
    }

    private static void fill(Tensor tensor, Random random) {
        float[] values = new float[(int) tensor.size() / tensor.dtype().bytes()];
        for (int i = 0; i < values.length; i++) {
            values[i] = 2 * random.nextFloat() - 1;
        }
        tensor.writeFloats(values);
    }

    @Benchmark
    public void request() {
        Resources loaded = resources();
        loaded.model().execute(loaded.inputs().tensors(), loaded.outputs().tensors());
    }

    @TearDown
    public void unload() {
        resources().runtime().close();
    }

    private Resources resources() {
        Resources loaded = open;
        if (loaded == null) {
            throw new IllegalStateException("not set up");
        }
        return loaded;
    }
}
