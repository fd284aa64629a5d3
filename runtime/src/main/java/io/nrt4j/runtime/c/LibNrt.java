package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * libnrt: the functions of the C API with their own names, parameters and statuses, on a simulated machine. Each family
 * of functions is an interface of its own, as the headers are.
 *
 * <p>Every object is a library of its own, as if loaded into a process of its own; objects share nothing. Functions may
 * be called from several threads. Null where the real library would crash is answered with NRT_INVALID, and so is a
 * handle that was freed. A function that the imitated version does not have throws
 * {@link UnsupportedOperationException}. Sizes and offsets are bytes. Source: nrt-api.md §3, §4.
 */
public final class LibNrt
        implements LifecycleFunctions,
                ModelFunctions,
                TensorFunctions,
                TensorSetFunctions,
                ExecutionFunctions,
                DeviceFunctions,
                HostCollectiveFunctions,
                AsyncFunctions,
                SendReceiveFunctions,
                ProfileFunctions,
                SystemTraceFunctions,
                DebugStreamFunctions {
    private final Library library;

    /**
     * A library that was just loaded.
     *
     * @param driver the machine
     * @param environment the process environment; read by {@code nrt_init}, and in parts again by every load
     * @param sink receives the log; called from the threads that call the API, and from those of asynchronous requests
     */
    public LibNrt(
            SimulatedDriver driver,
            RuntimeProfile profile,
            Supplier<Map<String, String>> environment,
            HostFacts host,
            LogSink sink) {
        this.library = new Library(driver, profile, environment, host, sink);
    }

    @Override
    public Library library() {
        return library;
    }

    /** The state of the library. No function of the C API, and so are those below. */
    public RuntimeState state() {
        return library.guard().state();
    }

    /** Models that are loaded; 0 outside of INIT. */
    public int openModels() {
        return library.guard().peek(Session::models).orElse(0);
    }

    /** Tensors that are allocated; 0 outside of INIT. */
    public int openTensors() {
        return library.guard().peek(Session::tensors).orElse(0);
    }

    /**
     * How the load failed that was this thread's last call: the stage, beside the status that the C API returns. Empty
     * after any other call that may print an infodump.
     */
    public Optional<LoadException> lastLoadFailure() {
        return library.lastFailure();
    }

    /**
     * The last 128 KiB of what the library printed about a logical core, oldest line first; the first line may have lost
     * its beginning. What was about no core is among the lines of core 0. The environment of {@code nrt_init} says which
     * levels are printed; before it errors are.
     */
    public String lastLines(int vnc) {
        return library.rings().text(vnc);
    }

    /** Makes the library what a forked child process has of it; there is no way back. */
    public void forked() {
        library.guard().forked();
    }
}
