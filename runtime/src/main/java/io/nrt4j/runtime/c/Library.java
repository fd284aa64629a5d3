package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;
import io.nrt4j.runtime.log.LogRings;
import io.nrt4j.runtime.log.NlogFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the functions of one library share: the machine, the log, the state, and the way every call takes through them.
 */
final class Library {
    private final SimulatedDriver driver;
    private final RuntimeProfile profile;
    private final Supplier<Map<String, String>> environment;
    private final LogSink sink;
    private final LogRings rings;
    private final InfoDump infoDump;
    private final StateGuard guard = new StateGuard();
    private volatile boolean coalescesErrors;

    @SuppressWarnings("ThreadLocalUsage") // libraries in one JVM share nothing
    private final ThreadLocal<LoadException> lastFailure = new ThreadLocal<>();

    private int worstDumped;

    Library(
            SimulatedDriver driver,
            RuntimeProfile profile,
            Supplier<Map<String, String>> environment,
            HostFacts host,
            LogSink sink) {
        this.driver = driver;
        this.profile = profile;
        this.environment = environment;
        this.sink = sink;
        this.rings = new LogRings(new NlogFormat(profile.timestampDigits()));
        this.infoDump = new InfoDump(profile, host, driver);
    }

    SimulatedDriver driver() {
        return driver;
    }

    RuntimeProfile profile() {
        return profile;
    }

    StateGuard guard() {
        return guard;
    }

    InfoDump infoDump() {
        return infoDump;
    }

    /** The environment as it is now. */
    RuntimeConfiguration configuration() {
        return new RuntimeConfiguration(environment.get());
    }

    /** The log of a call that is about no logical core, which counts for the first one, as in the infodump. */
    Nlog nlog() {
        return nlog(0);
    }

    /** The log of a call about a logical core; below 0 for one that the runtime chooses. */
    Nlog nlog(int vnc) {
        return new Nlog(record -> {
            rings.keep(Math.max(vnc, 0), record);
            sink.accept(record);
        });
    }

    /** The last lines of each logical core. */
    LogRings rings() {
        return rings;
    }

    /** A function behind the state guard. */
    NrtStatus gated(String function, Function<ApiCall, NrtStatus> body) {
        return gated(function, nlog(), body);
    }

    /** A function behind the state guard that either throws or succeeds. */
    NrtStatus done(String function, Consumer<ApiCall> body) {
        return done(function, 0, body);
    }

    /** As above, of a call about a logical core. */
    NrtStatus done(String function, int vnc, Consumer<ApiCall> body) {
        return gated(function, nlog(vnc), call -> {
            body.accept(call);
            return NrtStatus.NRT_SUCCESS;
        });
    }

    private NrtStatus gated(String function, Nlog nlog, Function<ApiCall, NrtStatus> body) {
        return logged(function, nlog, inner -> guard.run(function, inner, call -> status(() -> body.apply(call))));
    }

    /** What is printed, and whether the errors of a call come out as one record, from now on. */
    void configureLog(RuntimeConfiguration configuration) {
        rings.configure(configuration);
        coalescesErrors = configuration.coalescesErrors();
    }

    /** Makes a call whose errors may come out as one record. */
    <T> T logged(String function, Nlog nlog, Function<Nlog, T> body) {
        if (!coalescesErrors) {
            return body.apply(nlog);
        }
        ErrorStack errors = new ErrorStack(nlog::log);
        try {
            return body.apply(new Nlog(errors));
        } finally {
            errors.finish(function);
        }
    }

    private static NrtStatus status(Supplier<NrtStatus> body) {
        try {
            return body.get();
        } catch (CallFailedException e) {
            return e.status();
        } catch (LoadException e) {
            return e.status();
        }
    }

    /**
     * A gated function after whose failure the infodump is printed.
     *
     * @param vnc the logical core of the call; below 0 for none
     */
    NrtStatus reported(String function, int vnc, Nlog nlog, Function<ApiCall, NrtStatus> body) {
        return reported(function, vnc, nlog, body, (call, status) -> {});
    }

    /**
     * As above.
     *
     * @param last comes after the infodump of a call that failed
     */
    NrtStatus reported(
            String function,
            int vnc,
            Nlog nlog,
            Function<ApiCall, NrtStatus> body,
            BiConsumer<ApiCall, NrtStatus> last) {
        return logged(
                function,
                nlog,
                inner -> guard.run(function, inner, call -> {
                    Outcome outcome = outcome(call, body);
                    if (outcome.dumps()) {
                        List<Integer> cores = call.session().cores().numbers();
                        dump(outcome.status(), function, Math.max(vnc, 0), cores, inner);
                    }
                    if (outcome.status() != NrtStatus.NRT_SUCCESS) {
                        last.accept(call, outcome.status());
                    }
                    return outcome.status();
                }));
    }

    /** How a call ended, and whether the infodump may follow. */
    private record Outcome(NrtStatus status, boolean dumps) {}

    private Outcome outcome(ApiCall call, Function<ApiCall, NrtStatus> body) {
        lastFailure.remove();
        try {
            NrtStatus status = body.apply(call);
            return new Outcome(status, status != NrtStatus.NRT_SUCCESS);
        } catch (CallFailedException e) {
            return new Outcome(e.status(), e.isWorthADump());
        } catch (LoadException e) {
            lastFailure.set(e);
            return new Outcome(e.status(), true);
        }
    }

    /** As {@link #reported(String, int, Nlog, Function)}, of a function that either throws or succeeds. */
    NrtStatus reported(String function, int vnc, Consumer<ApiCall> body) {
        return reported(function, vnc, nlog(vnc), call -> {
            body.accept(call);
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** How the last load of this thread failed; empty if it did not, or something else came after it. */
    Optional<LoadException> lastFailure() {
        return Optional.ofNullable(lastFailure.get());
    }

    /** A function without a gate that refuses what it does not like by throwing. */
    static NrtStatus ungated(Runnable body) {
        return status(() -> {
            body.run();
            return NrtStatus.NRT_SUCCESS;
        });
    }

    /** Within one process only a worse status than the last one is worth another dump. */
    void dump(NrtStatus status, String function, int vnc, List<Integer> cores, Nlog nlog) {
        synchronized (infoDump) {
            if (StatusPriority.rank(status) <= worstDumped) {
                return;
            }
            worstDumped = StatusPriority.rank(status);
        }
        infoDump.failed(status, function, vnc, cores, configuration(), nlog);
    }

    /** Stores a result; NRT_INVALID without a place for it. */
    static <T> NrtStatus stored(@Nullable Out<T> out, T value) {
        return ungated(() -> require(out).set(value));
    }

    /** An argument that must not be null. */
    static <T> T require(@Nullable T argument) {
        if (argument == null) {
            throw ApiCall.misuse();
        }
        return argument;
    }

    /**
     * Stands for the symbol that the dynamic linker would look for.
     *
     * @throws UnsupportedOperationException if the imitated version does not have the function yet
     */
    void requireSince(String what, int major, int minor) {
        requireSince(profile, what, major, minor);
    }

    static void requireSince(RuntimeProfile profile, String what, int major, int minor) {
        if (profile.version().isBefore(major, minor)) {
            throw new UnsupportedOperationException(
                    "%s: in libnrt since %d.%d, this is %s".formatted(what, major, minor, profile.version()));
        }
    }

    /** As {@link #requireSince(String, int, int)}, for a function that was taken out. */
    void requireBefore(String what, int major, int minor) {
        if (!profile.version().isBefore(major, minor)) {
            throw new UnsupportedOperationException(
                    "%s: in libnrt before %d.%d, this is %s".formatted(what, major, minor, profile.version()));
        }
    }
}
