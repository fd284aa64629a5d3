package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of the library, and the door that every gated function goes through.
 *
 * <p>Calls run side by side; {@code nrt_close} waits for those that are inside and turns away those that come
 * meanwhile. Source: nrt-api.md §3.
 */
final class StateGuard {
    private static final String UNINITIALIZED = "NRT uninitialized";
    private static final String CLOSED = "NRT already closed";
    private static final String INCOMPATIBLE = "Incompatible runtime state: %s";

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile RuntimeState state = RuntimeState.START;
    private @Nullable Session session;

    RuntimeState state() {
        return state;
    }

    /** Runs a gated function, or says why it may not run. */
    NrtStatus run(String function, Nlog nlog, Function<ApiCall, NrtStatus> body) {
        // Before the lock: a call that comes during nrt_close is turned away at once.
        if (state != RuntimeState.INIT) {
            return refuse(state, function, nlog);
        }
        enter();
        try {
            Session current = session;
            if (state != RuntimeState.INIT || current == null) {
                return refuse(state, function, nlog);
            }
            return body.apply(new ApiCall(function, current, nlog));
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The session, for functions that are not gated; empty outside of INIT. */
    <T> Optional<T> peek(Function<Session, T> body) {
        enter();
        try {
            return state == RuntimeState.CLOSED
                    ? Optional.empty()
                    : Optional.ofNullable(session).map(body);
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Goes past an {@code nrt_close} that waits: the call for which it waits may itself wait for this one, as
     * {@code nrt_async_drain_queued_execs} does for a callback.
     */
    private void enter() {
        if (!lock.readLock().tryLock()) {
            lock.readLock().lock();
        }
    }

    /**
     * {@code nrt_init}'s own guard: starts the runtime unless it runs.
     *
     * @param start brings the session up, or throws {@link CallFailedException}
     */
    NrtStatus start(String function, Nlog nlog, Supplier<Session> start) {
        if (state == RuntimeState.CLOSED || state == RuntimeState.CHILD) {
            return refuse(state, function, nlog);
        }
        lock.writeLock().lock();
        try {
            // A close may have come between.
            RuntimeState now = state;
            return switch (now) {
                case START -> {
                    session = start.get();
                    state = RuntimeState.INIT;
                    yield NrtStatus.NRT_SUCCESS;
                }
                case INIT -> NrtStatus.NRT_SUCCESS;
                case CLOSED, CHILD -> refuse(now, function, nlog);
            };
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * {@code nrt_close}: does nothing unless the runtime runs.
     *
     * <p>The session is closed without the lock: it waits for requests whose callbacks may call the library.
     */
    void close() {
        synchronized (this) {
            if (state != RuntimeState.INIT) {
                return;
            }
            state = RuntimeState.CLOSED;
        }
        try {
            Session last = take();
            if (last != null) {
                last.close();
            }
        } finally {
            state = RuntimeState.START;
        }
    }

    /** Takes the session out, when the calls that use it have left. */
    private @Nullable Session take() {
        lock.writeLock().lock();
        try {
            Session last = session;
            session = null;
            return last;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** What happens to the library in a process that was forked. */
    void forked() {
        state = RuntimeState.CHILD;
    }

    private static NrtStatus refuse(RuntimeState state, String function, Nlog nlog) {
        return switch (state) {
            case START -> {
                nlog.log(LogMessage.error("NRT", function, UNINITIALIZED));
                yield NrtStatus.NRT_UNINITIALIZED;
            }
            case CLOSED -> {
                nlog.log(LogMessage.warn("NRT", function, CLOSED));
                yield NrtStatus.NRT_CLOSED;
            }
            case INIT, CHILD -> {
                nlog.log(LogMessage.error("NRT", function, INCOMPATIBLE), state.text());
                yield NrtStatus.NRT_FAILURE;
            }
        };
    }
}
