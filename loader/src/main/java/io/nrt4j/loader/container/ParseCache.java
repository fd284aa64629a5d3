package io.nrt4j.loader.container;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parse cache (TNC): a single slot through which concurrent loads of one NEFF share one parse. Source:
 * container.md §11.
 *
 * <p>A load that finds the slot taken by another NEFF parses for itself. The slot is free again as soon as the last
 * load that shares it leaves, so nothing is kept between loads. Safe for concurrent use.
 *
 * @param <K> what makes two NEFFs the same, see {@link ParseKey}
 * @param <V> the parse result
 */
public final class ParseCache<K, V> {
    private static final LogMessage CREATING = message("first worker, creating cache");
    private static final LogMessage WAITING = message("waiting for cache creation");
    private static final LogMessage USING_AFTER_WAIT = message("using cache after wait");
    private static final LogMessage USING = message("using cache");
    private static final LogMessage CREATION_FAILED = message("cache creation failed, do my own");
    private static final LogMessage INDEPENDENT = message("proceeding independently");

    private final Consumer<? super V> disposal;
    private final Object lock = new Object();

    private State state = State.UNINIT;
    private int references;
    private @Nullable K key;
    private @Nullable V value;

    /** The states of the slot, in the order of their numbers. */
    public enum State {
        /** Free. */
        UNINIT,
        /** Its creator is parsing. */
        PENDING,
        /** The result can be shared. */
        READY,
        /** Its creator failed; whoever waited parses for itself. */
        FAILED
    }

    /** The part that a load plays after it has looked at the slot. */
    private enum Role {
        CREATOR,
        SHARER,
        INDEPENDENT
    }

    /**
     * An empty cache.
     *
     * @param disposal gives a result back once nobody uses it any more
     */
    public ParseCache(Consumer<? super V> disposal) {
        this.disposal = disposal;
    }

    /**
     * Gets the parse result of a NEFF: from the slot, or from {@code parser}, which the slot then shares if it is free.
     * Waits while another load parses the same NEFF.
     *
     * @param key of the NEFF
     * @param parser parses it; its exceptions are passed on
     * @param nlog receives which way was taken, at level DEBUG
     */
    public Lease<V> enter(K key, Supplier<? extends V> parser, Nlog nlog) {
        return switch (join(key, nlog)) {
            case CREATOR -> create(parser);
            case SHARER -> new Lease<>(shared(), this::leave);
            case INDEPENDENT -> {
                V own = parser.get();
                yield new Lease<>(own, () -> disposal.accept(own));
            }
        };
    }

    /** The state of the slot at this moment. */
    public State state() {
        synchronized (lock) {
            return state;
        }
    }

    private Role join(K wanted, Nlog nlog) {
        synchronized (lock) {
            if (state == State.UNINIT) {
                nlog.log(CREATING);
                state = State.PENDING;
                references = 1;
                key = wanted;
                return Role.CREATOR;
            }
            if (!wanted.equals(key) || state == State.FAILED) {
                nlog.log(INDEPENDENT);
                return Role.INDEPENDENT;
            }
            references++;
            if (state == State.READY) {
                nlog.log(USING);
                return Role.SHARER;
            }
            nlog.log(WAITING);
            awaitCreation();
            if (state == State.READY) {
                nlog.log(USING_AFTER_WAIT);
                return Role.SHARER;
            }
            nlog.log(CREATION_FAILED);
            leave();
            return Role.INDEPENDENT;
        }
    }

    private Lease<V> create(Supplier<? extends V> parser) {
        boolean parsed = false;
        try {
            V result = parser.get();
            parsed = true;
            publish(State.READY, result);
            return new Lease<>(result, this::leave);
        } finally {
            if (!parsed) {
                publish(State.FAILED, null);
                leave();
            }
        }
    }

    private void publish(State outcome, @Nullable V result) {
        synchronized (lock) {
            state = outcome;
            value = result;
            lock.notifyAll();
        }
    }

    private V shared() {
        synchronized (lock) {
            V result = value;
            if (result == null) {
                throw new IllegalStateException("the slot is " + state);
            }
            return result;
        }
    }

    private void leave() {
        V unused;
        synchronized (lock) {
            if (--references > 0) {
                return;
            }
            unused = value;
            state = State.UNINIT;
            key = null;
            value = null;
        }
        if (unused != null) {
            disposal.accept(unused);
        }
    }

    /** A waiter cannot give up: an interrupt is kept for the caller. */
    private void awaitCreation() {
        boolean interrupted = false;
        while (state == State.PENDING) {
            try {
                lock.wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static LogMessage message(String text) {
        return LogMessage.debug("NMGR", "kmgr_load_nn_nc", text);
    }

    /**
     * The use of a parse result; closing it ends the use.
     *
     * @param <V> the parse result
     */
    public static final class Lease<V> implements AutoCloseable {
        private final V value;
        private final Runnable end;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Lease(V value, Runnable end) {
            this.value = value;
            this.end = end;
        }

        /** The parse result, valid until {@link #close()}. */
        public V value() {
            return value;
        }

        @Override
        public void close() {
            if (ended.compareAndSet(false, true)) {
                end.run();
            }
        }
    }
}
