package io.nrt4j.benchmark;

import io.nrt4j.hal.device.Instance;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.container.ByteSource;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A whole load and unload, all stages, of a file that the loader has not seen, on an instance of its own. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LoadBenchmark {
    @Param({"nkipy-matmul_small", "nkipy-matmul_large", "ewang-PROFILE_pool", "dlc-tiny-distilbert-cc2.21.18209"})
    public String file = "";

    @Benchmark
    public int load() throws IOException {
        CorpusFile neff = new CorpusFile(file);
        try (ByteSource source = neff.open();
                Instance instance = neff.instance();
                LoadedModel model = CorpusFile.load(source, instance)) {
            return model.manifest().definitions().size();
        }
    }
}
