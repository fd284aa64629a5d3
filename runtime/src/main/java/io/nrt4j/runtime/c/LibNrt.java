package io.nrt4j.runtime.c;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;
import io.nrt4j.runtime.config.VisibleCores;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * libnrt: the functions of the C API with their own names, parameters and statuses, on a simulated machine.
 *
 * <p>Every object is a library of its own, as if loaded into a process of its own; objects share nothing. Functions may
 * be called from several threads. Null where the real library would crash is answered with NRT_INVALID, and so is a
 * handle that was freed. Sizes and offsets are bytes. Source: nrt-api.md §3, §4.
 */
@SuppressWarnings("MemberName") // the names of the C API
public final class LibNrt {
    private static final LogMessage INIT_IN =
            LogMessage.debug("NRT", "nrt_init", "API:IN: (cc_root_comm_id=%s, num_cores=%u, reset_cores=%u)");
    private static final LogMessage INIT_OUT = LogMessage.debug("NRT", "nrt_init", "API:OUT: (ret=%u)");
    private static final LogMessage LOAD_IN =
            LogMessage.debug("NRT", "nrt_load", "API:IN: (start_nc=%d, nc_count=%d, name=%s)");
    private static final LogMessage LOAD_COLLECTIVES_IN = LogMessage.debug(
            "NRT",
            "nrt_load_collectives",
            "API:IN: (start_nc=%d, nc_count=%d, global_device_id=%d, global_device_count=%d)");
    private static final LogMessage VERSION_TOO_SMALL = LogMessage.error("NRT", "nrt_get_version", "Size is < %ld");
    private static final LogMessage INFO_TOO_LONG = LogMessage.warn(
            "NRT", "nrt_get_instance_info", "Not all fields will be returned, info size is: %lu, copy size is: %lu");
    private static final LogMessage NULL_TENSOR = LogMessage.error(
            "NRT",
            "nrt_tensor_check_output_completion",
            "The given tensor is null. Please provide valid function arguments.");
    private static final LogMessage STILL_WAITING = LogMessage.warn(
            "NRT", "nrt_tensor_check_output_completion", "Still waiting for output completion of tensor %s");
    private static final LogMessage UNEXPECTED_STATE =
            LogMessage.error("NRT", "nrt_tensor_get_va", "Unexpected runtime state: %s");
    private static final LogMessage EXECUTE_FAILED =
            LogMessage.error("NRT", "nrt_execute_repeat", "Failed to execute model %s with status %d");
    private static final String HOST_LOOP = "Supports for loops on the host is deprecated";

    private static final long UNBOUNDED_WARNING_SECONDS = 30;

    private final SimulatedDriver driver;
    private final RuntimeProfile profile;
    private final Supplier<Map<String, String>> environment;
    private final LogSink sink;
    private final InfoDump infoDump;
    private final StateGuard guard = new StateGuard();
    private int worstDumped;

    /**
     * A library that was just loaded.
     *
     * @param driver the machine
     * @param environment the process environment; read by {@code nrt_init}, and in parts again by every load
     * @param sink receives the log; called from the threads that call the API
     */
    public LibNrt(
            SimulatedDriver driver,
            RuntimeProfile profile,
            Supplier<Map<String, String>> environment,
            HostFacts host,
            LogSink sink) {
        this.driver = driver;
        this.profile = profile;
        this.environment = environment;
        this.sink = sink;
        this.infoDump = new InfoDump(profile, host, driver);
    }

    /** The state of the library. */
    public RuntimeState state() {
        return guard.state();
    }

    /** Models that are loaded; 0 outside of INIT. No function of the C API. */
    public int openModels() {
        return guard.peek(Session::models).orElse(0);
    }

    /** Tensors that are allocated; 0 outside of INIT. No function of the C API. */
    public int openTensors() {
        return guard.peek(Session::tensors).orElse(0);
    }

    /** What a forked child process has of the library; there is no way back. */
    public void forked() {
        guard.forked();
    }

    // ---- library, instance, counts (nrt-api.md §3, §4.1)

    /** Brings the runtime up: NRT_INVALID or NRT_FAILURE if the machine or the environment do not allow it. */
    public NrtStatus nrt_init(FrameworkType framework, String fwVersion, String falVersion) {
        Nlog nlog = new Nlog(sink);
        RuntimeConfiguration configuration = configuration();
        nlog.log(
                INIT_IN,
                configuration.rootCommunicator().orElse(""),
                configuration.coreCount(),
                configuration.resetCores());
        NrtStatus status;
        try {
            status = guard.start("nrt_init", nlog, () -> {
                Session started = new RuntimeStart(driver, configuration, profile, nlog).run();
                infoDump.started(started.cores(), configuration, nlog);
                return started;
            });
        } catch (CallFailedException e) {
            status = e.status();
            dump(status, "nrt_init", 0, Optional.empty(), nlog);
        }
        nlog.log(INIT_OUT, status.code());
        return status;
    }

    /** Unloads every model, frees every tensor, gives the cores back. Waits for calls that are inside. */
    public void nrt_close() {
        guard.close();
    }

    /**
     * The version of the emulated runtime.
     *
     * @param size bytes of the caller's struct: fewer than 160 are refused with NRT_FAILURE, and only more than 200 get
     *     the git hash
     */
    public NrtStatus nrt_get_version(Out<NrtVersion> version, long size) {
        if (size < NrtVersion.SMALLEST_BYTES) {
            new Nlog(sink).log(VERSION_TOO_SMALL, NrtVersion.SMALLEST_BYTES);
            return NrtStatus.NRT_FAILURE;
        }
        RuntimeIdentity identity = RuntimeIdentity.of(profile);
        version.set(new NrtVersion(
                profile.version().major(),
                profile.version().minor(),
                profile.version().patch(),
                profile.version().build(),
                "libnrt version " + identity.version(),
                size > NrtVersion.HASH_FITS_ABOVE ? identity.gitHash() : ""));
        return NrtStatus.NRT_SUCCESS;
    }

    /** The identifier of a status; {@code UNKNOWN} for a number that the header does not define. */
    public String nrt_get_status_as_str(int status) {
        return NrtStatus.fromCode(status).map(NrtStatus::name).orElse("UNKNOWN");
    }

    public NrtStatus nrt_get_instance_info(Out<NrtInstanceInfo> info, long length) {
        if (length > NrtInstanceInfo.BYTES) {
            new Nlog(sink).log(INFO_TOO_LONG, NrtInstanceInfo.BYTES, length);
        }
        InstanceType type = driver.instance();
        info.set(new NrtInstanceInfo(
                type.family(), type.size().code(), type.chip().instanceLabel(), ""));
        return NrtStatus.NRT_SUCCESS;
    }

    public NrtStatus nrt_get_total_nc_count(Out<Integer> count) {
        count.set(totalCores());
        return NrtStatus.NRT_SUCCESS;
    }

    public NrtStatus nrt_get_total_vnc_count(Out<Integer> count) {
        return nrt_get_total_nc_count(count);
    }

    public NrtStatus nrt_get_visible_nc_count(Out<Integer> count) {
        count.set(guard.peek(session -> session.cores().count()).orElseGet(this::coresAskedFor));
        return NrtStatus.NRT_SUCCESS;
    }

    public NrtStatus nrt_get_visible_vnc_count(Out<Integer> count) {
        return nrt_get_visible_nc_count(count);
    }

    private int totalCores() {
        int size = CoreAllocation.logicalCoreSize(driver.instance(), configuration());
        return size <= 0 ? 0 : driver.instance().cores() / size;
    }

    /** Before nrt_init nothing is judged, so holes in the list count for nothing. */
    private int coresAskedFor() {
        RuntimeConfiguration configuration = configuration();
        Optional<Integer> listed = configuration
                .visibleCores()
                .flatMap(VisibleCores::parse)
                .map(v -> v.cores().size());
        return listed.orElseGet(() -> configuration.coreCount() == 0 ? totalCores() : (int) configuration.coreCount());
    }

    // ---- models (nrt-api.md §4.2)

    /**
     * Loads a NEFF.
     *
     * @param neff the file; its bytes from index 0 on. May be released once this returns
     * @param size bytes of the file
     * @param vnc the logical core, or -1 for the least used one
     * @param vncCount -1, 1 or 2; has no meaning any more
     * @param model not touched by a call that fails
     */
    public NrtStatus nrt_load(@Nullable ByteBuf neff, long size, int vnc, int vncCount, Out<NrtModel> model) {
        try (ByteSource source = source(neff, size)) {
            return nrt_load(source, vnc, vncCount, model);
        }
    }

    /** Loads a NEFF of any size. The source may be closed once this returns. */
    public NrtStatus nrt_load(@Nullable ByteSource neff, int vnc, int vncCount, Out<NrtModel> model) {
        Nlog nlog = new Nlog(sink);
        nlog.log(LOAD_IN, vnc, vncCount, nameOf(neff));
        return reported("nrt_load", Math.max(vnc, 0), nlog, call -> {
            model.set(ModelCalls.load(call, neff, vnc, vncCount, configuration().loadOptions(profile)));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /**
     * Loads a NEFF as one rank of several.
     *
     * @param rank this rank
     * @param ranks ranks in all; trn1 takes 1, 2, 8, 16 and multiples of 32
     */
    public NrtStatus nrt_load_collectives(
            @Nullable ByteSource neff, int vnc, int vncCount, int rank, int ranks, Out<NrtModel> model) {
        Nlog nlog = new Nlog(sink);
        nlog.log(LOAD_COLLECTIVES_IN, vnc, vncCount, rank, ranks);
        return reported("nrt_load_collectives", Math.max(vnc, 0), nlog, call -> {
            ModelCalls.checkTopology(call, rank, ranks);
            model.set(ModelCalls.load(call, neff, vnc, vncCount, configuration().loadOptions(profile)));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Unloads a model once its last request has ended. */
    public NrtStatus nrt_unload(@Nullable NrtModel model) {
        return gated("nrt_unload", call -> {
            if (model == null) {
                throw ApiCall.misuse();
            }
            return ModelCalls.unload(call, model);
        });
    }

    public NrtStatus nrt_get_model_nc_count(@Nullable NrtModel model, Out<Integer> count) {
        return onModel("nrt_get_model_nc_count", model, known -> count.set(1));
    }

    public NrtStatus nrt_get_model_vnc_count(@Nullable NrtModel model, Out<Integer> count) {
        return onModel("nrt_get_model_vnc_count", model, known -> count.set(1));
    }

    public NrtStatus nrt_get_model_instance_count(@Nullable NrtModel model, Out<Integer> count) {
        return onModel("nrt_get_model_instance_count", model, known -> count.set(1));
    }

    /**
     * Facts about a loaded model.
     *
     * @param size bytes of the caller's struct
     * @param written bytes that were stored
     */
    public NrtStatus nrt_get_model_info(
            @Nullable NrtModel model, Out<NrtModelInfo> info, long size, Out<Long> written) {
        return onModel("nrt_get_model_info", model, known -> {
            info.set(new NrtModelInfo(known.vnc()));
            written.set(Math.min(size, NrtModelInfo.BYTES));
        });
    }

    /** Inputs, then outputs; each by name in byte order. */
    public NrtStatus nrt_get_model_tensor_info(@Nullable NrtModel model, Out<List<NrtTensorInfo>> info) {
        return gated("nrt_get_model_tensor_info", call -> {
            NrtModel known = ModelCalls.require(call, model);
            info.set(ModelCalls.tensorInfo(call.session(), known.loaded()));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    public NrtStatus nrt_free_model_tensor_info(Out<List<NrtTensorInfo>> info) {
        info.clear();
        return NrtStatus.NRT_SUCCESS;
    }

    private NrtStatus onModel(String function, @Nullable NrtModel model, java.util.function.Consumer<NrtModel> body) {
        return gated(function, call -> {
            body.accept(ModelCalls.require(call, model));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    // ---- tensors (nrt-api.md §4.3)

    /**
     * Allocates a tensor.
     *
     * @param vnc the logical core whose HBM is used; ignored on the host
     * @param name null for none
     */
    public NrtStatus nrt_tensor_allocate(
            TensorPlacement placement, int vnc, long size, @Nullable String name, Out<NrtTensor> tensor) {
        return reported("nrt_tensor_allocate", Math.max(vnc, 0), new Nlog(sink), call -> {
            tensor.set(TensorCalls.allocate(call, profile, placement, vnc, size, name));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** A tensor without bytes. */
    public NrtStatus nrt_tensor_allocate_empty(@Nullable String name, Out<NrtTensor> tensor) {
        return gated("nrt_tensor_allocate_empty", call -> {
            tensor.set(TensorCalls.allocateEmpty(call, name));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Puts the caller's memory behind a tensor; the caller keeps it alive. */
    public NrtStatus nrt_tensor_attach_buffer(@Nullable NrtTensor tensor, ByteBuf buffer, long size) {
        return gated("nrt_tensor_attach_buffer", call -> {
            TensorCalls.attach(call, tensor, buffer, size);
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** A tensor that shares the bytes of another; it keeps them alive. */
    public NrtStatus nrt_tensor_allocate_slice(
            @Nullable NrtTensor source, long offset, long size, @Nullable String name, Out<NrtTensor> tensor) {
        return reported("nrt_tensor_allocate_slice", 0, new Nlog(sink), call -> {
            tensor.set(TensorCalls.slice(call, source, offset, size, name));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Frees a tensor and sets the caller's handle to null. */
    public NrtStatus nrt_tensor_free(Out<NrtTensor> tensor) {
        return gated("nrt_tensor_free", call -> {
            TensorCalls.free(call, tensor.value().orElse(null));
            tensor.clear();
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Copies from a tensor to the buffer, from its index 0 on. */
    public NrtStatus nrt_tensor_read(@Nullable NrtTensor tensor, ByteBuf buffer, long offset, long size) {
        return reported("nrt_tensor_read", 0, new Nlog(sink), call -> {
            TensorCalls.read(call, tensor, buffer, offset, size);
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Copies from the buffer, from its index 0 on, to a tensor. */
    public NrtStatus nrt_tensor_write(@Nullable NrtTensor tensor, ByteBuf buffer, long offset, long size) {
        return reported("nrt_tensor_write", 0, new Nlog(sink), call -> {
            TensorCalls.write(call, tensor, buffer, offset, size);
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Copies between tensors; on devices only within one HBM. */
    public NrtStatus nrt_tensor_copy(
            @Nullable NrtTensor source, long sourceOffset, @Nullable NrtTensor target, long targetOffset, long size) {
        return reported("nrt_tensor_copy", 0, new Nlog(sink), call -> {
            TensorCalls.copy(call, source, sourceOffset, target, targetOffset, size);
            return NrtStatus.NRT_SUCCESS;
        });
    }

    public NrtStatus nrt_tensor_memset(@Nullable NrtTensor tensor, long offset, int value, long size) {
        return reported("nrt_tensor_memset", 0, new Nlog(sink), call -> {
            TensorCalls.fill(call, tensor, offset, (byte) value, size);
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Bytes of the tensor; 0 for null. */
    public long nrt_tensor_get_size(@Nullable NrtTensor tensor) {
        return tensor == null ? 0 : tensor.size();
    }

    /** The address of the tensor's bytes in the process; 0, which is null, outside of INIT. */
    public long nrt_tensor_get_va(@Nullable NrtTensor tensor) {
        if (guard.state() != RuntimeState.INIT || tensor == null) {
            new Nlog(sink).log(UNEXPECTED_STATE, guard.state().text());
            return 0;
        }
        return TensorCalls.virtualAddress(tensor);
    }

    public NrtStatus nrt_tensor_get_device_allocation_info(@Nullable NrtTensor tensor, Out<DeviceAllocationInfo> info) {
        return gated("nrt_tensor_get_device_allocation_info", call -> {
            info.set(TensorCalls.allocationInfo(call, tensor));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /**
     * Waits until requests have written a tensor so many times.
     *
     * @param timeoutMicros microseconds; negative for ever, with a warning after 30 seconds
     */
    public NrtStatus nrt_tensor_check_output_completion(@Nullable NrtTensor tensor, long timeoutMicros, long expected) {
        Nlog nlog = new Nlog(sink);
        if (tensor == null) {
            nlog.log(NULL_TENSOR);
            return NrtStatus.NRT_INVALID;
        }
        try {
            if (timeoutMicros >= 0) {
                boolean reached = tensor.awaitCompletions(expected, TimeUnit.MICROSECONDS.toNanos(timeoutMicros));
                return reached ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_TIMEOUT;
            }
            while (!tensor.awaitCompletions(expected, TimeUnit.SECONDS.toNanos(UNBOUNDED_WARNING_SECONDS))) {
                nlog.log(STILL_WAITING, tensor.name());
            }
            return NrtStatus.NRT_SUCCESS;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NrtStatus.NRT_TIMEOUT;
        }
    }

    public NrtStatus nrt_tensor_reset_output_completion(@Nullable NrtTensor tensor) {
        if (tensor == null) {
            return NrtStatus.NRT_INVALID;
        }
        tensor.resetCompletions();
        return NrtStatus.NRT_SUCCESS;
    }

    /**
     * Used bytes and the limit of a logical core's memory.
     *
     * @param size bytes of the caller's struct
     * @param written bytes that were stored
     */
    public NrtStatus nrt_get_vnc_memory_stats(int vnc, Out<VncMemoryStats> stats, long size, Out<Long> written) {
        return gated("nrt_get_vnc_memory_stats", call -> {
            if (!call.session().cores().has(vnc)) {
                throw ApiCall.misuse();
            }
            LogicalCore core = call.session().core(vnc);
            stats.set(new VncMemoryStats(core.memoryUsed(), core.memoryLimit()));
            written.set(Math.min(size, VncMemoryStats.BYTES));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    // ---- tensor sets (nrt-api.md §4.4)

    public NrtStatus nrt_allocate_tensor_set(Out<NrtTensorSet> set) {
        return gated("nrt_allocate_tensor_set", call -> {
            set.set(new NrtTensorSet(call.session()));
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Frees the set, but not the tensors in it, and sets the caller's handle to null. */
    public NrtStatus nrt_destroy_tensor_set(Out<NrtTensorSet> set) {
        return gated("nrt_destroy_tensor_set", call -> {
            own(call, set.value().orElse(null)).destroy();
            set.clear();
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Adds a tensor to a set, or replaces the one of that name. */
    public NrtStatus nrt_add_tensor_to_tensor_set(
            @Nullable NrtTensorSet set, @Nullable String name, @Nullable NrtTensor tensor) {
        return gated("nrt_add_tensor_to_tensor_set", call -> {
            NrtTensorSet owned = own(call, set);
            if (name == null || tensor == null) {
                throw ApiCall.misuse();
            }
            owned.put(name, tensor);
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** NRT_FAILURE for a name that is not in the set. */
    public NrtStatus nrt_get_tensor_from_tensor_set(@Nullable NrtTensorSet set, String name, Out<NrtTensor> tensor) {
        return gated("nrt_get_tensor_from_tensor_set", call -> {
            Optional<NrtTensor> found = own(call, set).find(name);
            found.ifPresent(tensor::set);
            return found.isPresent() ? NrtStatus.NRT_SUCCESS : NrtStatus.NRT_FAILURE;
        });
    }

    private static NrtTensorSet own(ApiCall call, @Nullable NrtTensorSet set) {
        if (set == null || set.isDestroyed() || set.session() != call.session()) {
            throw ApiCall.misuse();
        }
        return set;
    }

    // ---- execution (nrt-api.md §4.6)

    /** Runs a model once and waits for its end. */
    public NrtStatus nrt_execute(
            @Nullable NrtModel model, @Nullable NrtTensorSet inputs, @Nullable NrtTensorSet outputs) {
        return execute(model, inputs, outputs, 1);
    }

    /** As {@link #nrt_execute}; more than one repetition is refused with NRT_INVALID. */
    public NrtStatus nrt_execute_repeat(
            @Nullable NrtModel model, @Nullable NrtTensorSet inputs, @Nullable NrtTensorSet outputs, int repeat) {
        return execute(model, inputs, outputs, repeat);
    }

    private NrtStatus execute(
            @Nullable NrtModel model, @Nullable NrtTensorSet inputs, @Nullable NrtTensorSet outputs, int repeat) {
        Nlog nlog = new Nlog(sink);
        NrtStatus status = reported("nrt_execute", model == null ? 0 : model.vnc(), nlog, call -> {
            if (call.session().isFake()) {
                return NrtStatus.NRT_SUCCESS;
            }
            if (repeat > 1) {
                throw new ApiCall("nrt_execute_repeat", call.session(), nlog).fail(NrtStatus.NRT_INVALID, HOST_LOOP);
            }
            NrtModel known = ModelCalls.require(call, model);
            if (!known.tryRetain()) {
                throw new CallFailedException(NrtStatus.NRT_INVALID_HANDLE);
            }
            try (ExecutionCalls execution = new ExecutionCalls(call, known)) {
                return execution.run(own(call, inputs), own(call, outputs));
            } finally {
                known.release();
            }
        });
        boolean ran = status != NrtStatus.NRT_SUCCESS && model != null && guard.state() == RuntimeState.INIT;
        if (ran) {
            nlog.log(EXECUTE_FAILED, model.name(), status.code());
        }
        return status;
    }

    // ---- what every function does

    private RuntimeConfiguration configuration() {
        return new RuntimeConfiguration(environment.get());
    }

    private static @Nullable ByteSource source(@Nullable ByteBuf neff, long size) {
        return neff == null
                ? null
                : ByteSource.of(neff.retainedSlice(0, (int) Math.max(0, Math.min(size, neff.capacity()))));
    }

    private static String nameOf(@Nullable ByteSource neff) {
        if (neff == null || neff.size() < NeffHeader.SIZE) {
            return "";
        }
        ByteBuf header = neff.retainedSlice(0, NeffHeader.SIZE);
        try {
            return NeffHeader.decode(header).modelName();
        } finally {
            header.release();
        }
    }

    private NrtStatus gated(String function, Function<ApiCall, NrtStatus> body) {
        return gated(function, new Nlog(sink), body);
    }

    private NrtStatus gated(String function, Nlog nlog, Function<ApiCall, NrtStatus> body) {
        return guard.run(function, nlog, call -> {
            try {
                return body.apply(call);
            } catch (CallFailedException e) {
                return e.status();
            } catch (LoadException e) {
                return e.status();
            }
        });
    }

    /** A function after whose failure the infodump is printed. */
    private NrtStatus reported(String function, int vnc, Nlog nlog, Function<ApiCall, NrtStatus> body) {
        return guard.run(function, nlog, call -> {
            NrtStatus status = gated(function, nlog, body);
            if (status != NrtStatus.NRT_SUCCESS) {
                dump(status, function, vnc, Optional.of(call.session().cores()), nlog);
            }
            return status;
        });
    }

    /** Within one process only a worse status than the last one is worth another dump. */
    private void dump(NrtStatus status, String function, int vnc, Optional<CoreRange> cores, Nlog nlog) {
        synchronized (infoDump) {
            if (StatusPriority.rank(status) <= worstDumped) {
                return;
            }
            worstDumped = StatusPriority.rank(status);
        }
        infoDump.failed(status, function, vnc, cores, configuration(), nlog);
    }
}
