package io.nrt4j.runtime;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.c.FrameworkType;
import io.nrt4j.runtime.c.HostFacts;
import io.nrt4j.runtime.c.LibNrt;
import io.nrt4j.runtime.c.NrtModel;
import io.nrt4j.runtime.c.NrtTensor;
import io.nrt4j.runtime.c.NrtTensorInfo;
import io.nrt4j.runtime.c.NrtTensorSet;
import io.nrt4j.runtime.c.Out;
import io.nrt4j.runtime.c.TensorPlacement;
import io.nrt4j.runtime.c.VncMemoryStats;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;
import io.nrt4j.runtime.log.ConsoleLog;
import io.nrt4j.runtime.log.NlogFormat;
import io.nrt4j.runtime.log.RuntimeLog;
import io.nrt4j.runtime.log.Slf4jLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A runtime on a simulated machine, initialised and ready to load NEFFs.
 *
 * <pre>{@code
 * try (NrtRuntime runtime = NrtRuntime.builder().instance(InstanceType.TRN2_48XLARGE).build();
 *         Model model = runtime.load(Path.of("model.neff"));
 *         TensorMap inputs = model.allocateInputs();
 *         TensorMap outputs = model.execute(inputs.tensors())) {
 *     float[] result = outputs.get("output0").readFloats();
 * }
 * }</pre>
 *
 * <p>Thread-safe. Several runtimes in one JVM share nothing. Calls that the real runtime would refuse throw
 * {@link NrtException} with its status and log lines. Closing the runtime closes its models and tensors.
 */
public final class NrtRuntime implements AutoCloseable {
    private final LibNrt library;
    private final CallLog log;
    private final RuntimeListener listener;
    private final ExecutorService requests;

    private NrtRuntime(Builder options) {
        this.log = new CallLog(options.sink);
        this.listener = options.listener;
        Map<String, String> environment = Map.copyOf(options.environment);
        this.library = new LibNrt(
                options.driver.orElseGet(() -> SimulatedDriver.of(options.instance)),
                options.profile,
                () -> environment,
                HostFacts.current(),
                log);
        this.requests = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "nrt4j-request");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** A machine with the process's own environment, and nothing else set. */
    public static Builder builder() {
        return new Builder();
    }

    /** The C API on the same machine. */
    public LibNrt c() {
        return library;
    }

    /** Logical cores that the runtime has. */
    public int cores() {
        Out<Integer> count = new Out<>();
        library.nrt_get_visible_vnc_count(count);
        return count.get();
    }

    /** Device memory that the cores of a logical core are charged for, and its limit. */
    public VncMemoryStats memory(int core) {
        Out<VncMemoryStats> stats = new Out<>();
        call(
                "nrt_get_vnc_memory_stats",
                () -> library.nrt_get_vnc_memory_stats(core, stats, VncMemoryStats.BYTES, new Out<>()));
        return stats.get();
    }

    /** Models that are loaded now. */
    public int openModels() {
        return library.openModels();
    }

    /** Tensors that are allocated now. */
    public int openTensors() {
        return library.openTensors();
    }

    /**
     * Loads a NEFF on the logical core that has the fewest models.
     *
     * @throws IOException if the file cannot be read
     * @throws NrtException if the runtime refuses the file
     */
    public Model load(Path neff) throws IOException {
        return load(neff, -1);
    }

    /** Loads a NEFF on a logical core, counted from the first of the runtime's. */
    public Model load(Path neff, int core) throws IOException {
        try (ByteSource source = ByteSource.open(neff)) {
            return load(source, core);
        }
    }

    /** Loads a NEFF; the source may be closed once this returns. */
    public Model load(ByteSource neff, int core) {
        Out<NrtModel> handle = new Out<>();
        return loaded("nrt_load", handle, () -> library.nrt_load(neff, core, -1, handle));
    }

    /**
     * Loads a NEFF as one rank of several.
     *
     * <p>Ranks of a job meet in their collectives, so that their requests must run at the same time: on threads of their
     * own, or with {@link Model#executeAsync}.
     *
     * @param rank from 0
     * @param ranks ranks of the job
     */
    public Model loadRank(Path neff, int core, int rank, int ranks) throws IOException {
        try (ByteSource source = ByteSource.open(neff)) {
            return loadRank(source, core, rank, ranks);
        }
    }

    /** As above; the source may be closed once this returns. */
    public Model loadRank(ByteSource neff, int core, int rank, int ranks) {
        Out<NrtModel> handle = new Out<>();
        return loaded(
                "nrt_load_collectives",
                handle,
                () -> library.nrt_load_collectives(neff, core, -1, rank, ranks, handle));
    }

    private Model loaded(String function, Out<NrtModel> handle, Supplier<NrtStatus> load) {
        long start = System.nanoTime();
        call(function, load);
        Out<List<NrtTensorInfo>> tensors = new Out<>();
        call("nrt_get_model_tensor_info", () -> library.nrt_get_model_tensor_info(handle.get(), tensors));
        Model model = new Model(this, handle.get(), tensors.get());
        listener.loaded(model, Duration.ofNanos(System.nanoTime() - start));
        return model;
    }

    /**
     * Allocates a tensor on the device.
     *
     * @param core the logical core whose HBM is used
     * @param size bytes
     * @param shape dimensions, outermost first
     */
    public Tensor allocate(String name, int core, long size, NrtDtype dtype, List<Long> shape) {
        return allocate(TensorPlacement.DEVICE, name, core, size, dtype, shape);
    }

    /** Allocates a tensor in the host's memory; a request copies it to the device and back. */
    public Tensor allocateOnHost(String name, long size, NrtDtype dtype, List<Long> shape) {
        return allocate(TensorPlacement.HOST, name, -1, size, dtype, shape);
    }

    private Tensor allocate(
            TensorPlacement placement, String name, int core, long size, NrtDtype dtype, List<Long> shape) {
        Out<NrtTensor> handle = new Out<>();
        call("nrt_tensor_allocate", () -> library.nrt_tensor_allocate(placement, core, size, name, handle));
        return new Tensor(this, handle.get(), dtype, shape);
    }

    /** Unloads all models, frees all tensors, gives the cores back. */
    @Override
    public void close() {
        library.nrt_close();
        requests.shutdown();
    }

    void execute(Model model, NrtModel handle, Map<String, Tensor> inputs, Map<String, Tensor> outputs) {
        long start = System.nanoTime();
        NrtTensorSet in = setOf(inputs);
        NrtTensorSet out = setOf(outputs);
        try {
            call("nrt_execute", () -> library.nrt_execute(handle, in, out));
        } finally {
            destroy(in);
            destroy(out);
        }
        listener.executed(model, Duration.ofNanos(System.nanoTime() - start));
    }

    private NrtTensorSet setOf(Map<String, Tensor> tensors) {
        Out<NrtTensorSet> set = new Out<>();
        call("nrt_allocate_tensor_set", () -> library.nrt_allocate_tensor_set(set));
        tensors.forEach((name, tensor) -> call(
                "nrt_add_tensor_to_tensor_set",
                () -> library.nrt_add_tensor_to_tensor_set(set.get(), name, tensor.handle())));
        return set.get();
    }

    private void destroy(NrtTensorSet set) {
        Out<NrtTensorSet> out = new Out<>();
        out.set(set);
        release("nrt_destroy_tensor_set", () -> library.nrt_destroy_tensor_set(out));
    }

    void unload(NrtModel handle) {
        release("nrt_unload", () -> library.nrt_unload(handle));
    }

    <T> CompletableFuture<T> async(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, requests);
    }

    void call(String function, Supplier<NrtStatus> call) {
        try {
            log.run(function, () -> stageOf(function), call);
        } catch (NrtException e) {
            listener.failed(e);
            throw e;
        }
    }

    private Optional<LoadStage> stageOf(String function) {
        return function.startsWith("nrt_load") ? library.lastLoadFailure().map(LoadException::stage) : Optional.empty();
    }

    /** Gives something back, unless the runtime did it already when it was closed. */
    void release(String function, Supplier<NrtStatus> call) {
        try {
            log.run(function, () -> stageOf(function), call);
        } catch (NrtException e) {
            boolean gone = e.status() == NrtStatus.NRT_UNINITIALIZED || e.status() == NrtStatus.NRT_CLOSED;
            if (!gone) {
                throw e;
            }
        }
    }

    /** What a runtime is made of. */
    public static final class Builder {
        private InstanceType instance = InstanceType.TRN2_48XLARGE;
        private Optional<SimulatedDriver> driver = Optional.empty();
        private RuntimeProfile profile = RuntimeProfile.DEFAULT;
        private final Map<String, String> environment = new LinkedHashMap<>(System.getenv());
        private LogSink sink = new Slf4jLog();
        private RuntimeListener listener = RuntimeListener.NONE;

        private Builder() {}

        /** The machine; trn2.48xlarge if nothing is said. */
        public Builder instance(InstanceType type) {
            instance = type;
            return this;
        }

        /** A machine whose driver says something of its own; replaces {@link #instance}. */
        public Builder driver(SimulatedDriver simulated) {
            driver = Optional.of(simulated);
            return this;
        }

        /** The version of libnrt to imitate. */
        public Builder profile(RuntimeProfile version) {
            profile = version;
            return this;
        }

        /** Sets an environment variable of the runtime. */
        public Builder variable(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Replaces the whole environment; the process's own does not count any more. */
        public Builder environment(Map<String, String> variables) {
            environment.clear();
            environment.putAll(variables);
            return this;
        }

        /**
         * Prints the log as the real library does, where and as much as {@code NEURON_RT_LOG_*} of the environment says;
         * to be called after the environment and the version were set.
         *
         * @param terminal whether the process's streams are a terminal, which turns colours on
         */
        public Builder nativeLog(boolean terminal) {
            return log(RuntimeLog.of(
                    new RuntimeConfiguration(environment),
                    new NlogFormat(profile.timestampDigits()),
                    new ConsoleLog.Stream(System.out, terminal),
                    new ConsoleLog.Stream(System.err, terminal)));
        }

        /** Receives the runtime's log; SLF4J if nothing is said. */
        public Builder log(LogSink logSink) {
            sink = logSink;
            return this;
        }

        public Builder listener(RuntimeListener runtimeListener) {
            listener = runtimeListener;
            return this;
        }

        /**
         * Initialises the runtime.
         *
         * @throws NrtException if the machine or the environment do not allow it
         */
        public NrtRuntime build() {
            NrtRuntime runtime = new NrtRuntime(this);
            runtime.call("nrt_init", () -> runtime.library.nrt_init(FrameworkType.NO_FW, "nrt4j", "1.0"));
            return runtime;
        }
    }
}
