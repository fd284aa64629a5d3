package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
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
        lock.readLock().lock();
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
        lock.readLock().lock();
        try {
            return Optional.ofNullable(session).map(body);
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * {@code nrt_init}'s own guard: starts the runtime unless it runs.
     *
     * @param start brings the session up, or throws {@link CallFailedException}
     */
    NrtStatus start(String function, Nlog nlog, java.util.function.Supplier<Session> start) {
        if (state == RuntimeState.CLOSED || state == RuntimeState.CHILD) {
            return refuse(state, function, nlog);
        }
        lock.writeLock().lock();
        try {
            if (state == RuntimeState.START) {
                session = start.get();
                state = RuntimeState.INIT;
            }
            return NrtStatus.NRT_SUCCESS;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** {@code nrt_close}: does nothing unless the runtime runs. */
    void close() {
        synchronized (this) {
            if (state != RuntimeState.INIT) {
                return;
            }
            state = RuntimeState.CLOSED;
        }
        lock.writeLock().lock();
        try {
            Session last = session;
            session = null;
            if (last != null) {
                last.close();
            }
        } finally {
            state = RuntimeState.START;
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
