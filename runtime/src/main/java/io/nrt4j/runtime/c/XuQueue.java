package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One queue of requests, carried out one after the other in the order in which they came: asynchronous ones by a thread
 * of the queue, synchronous ones by the thread that waits for them. Source: exec.md §3.3.
 */
final class XuQueue {
    /** A request that nobody waits for. */
    interface Task {
        void run(Sequence sequence);

        /** Instead of {@link #run}, where the queue was shut down before. */
        void abandon(Sequence sequence);
    }

    private final int id;
    private final int depth;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final TreeMap<Long, List<Runnable>> signals = new TreeMap<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private long next = 1;
    private long serving = 1;
    private boolean shut;
    private volatile boolean unrecoverable;
    private @Nullable ExecutorService worker;

    /**
     * An empty queue.
     *
     * @param depth requests that it holds, the one in work included
     */
    XuQueue(int id, int depth) {
        this.id = id;
        this.depth = depth;
    }

    /**
     * Enqueues a request: NRT_EXEC_UNIT_UNRECOVERABLE after {@link #fail}, NRT_QUEUE_FULL where there is no room, NRT_CLOSED
     * after the queue's end.
     */
    Sequence submit(Task task) {
        lock.lock();
        try {
            refuseIfUnrecoverable();
            if (next - serving >= depth) {
                throw new CallFailedException(NrtStatus.NRT_QUEUE_FULL);
            }
            refuseIfShut();
            return enqueue(task);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #submit}, but waits for room: NRT_TIMEOUT where none comes. */
    Sequence submitWhenRoom(Duration timeout, Task task) {
        lock.lock();
        try {
            refuseIfUnrecoverable();
            awaitRoom(timeout);
            refuseIfShut();
            return enqueue(task);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Carries a request out on this thread, when it is its turn.
     *
     * @param timeout of one request; with as many times that as there are requests in the queue the wait for room ends,
     *     with NRT_TIMEOUT
     */
    <T> T inTurn(Duration timeout, Supplier<T> body) {
        long ticket;
        lock.lock();
        try {
            awaitRoom(timeout);
            ticket = next++;
        } finally {
            lock.unlock();
        }
        awaitTurn(ticket);
        try {
            return body.get();
        } finally {
            leave();
        }
    }

    /** The execution unit can do nothing more until the runtime starts anew. Source: exec.md §3.3, §4.2. */
    void fail() {
        unrecoverable = true;
    }

    /** Whether {@link #fail} was called. */
    boolean isUnrecoverable() {
        return unrecoverable;
    }

    /** Waits until all requests of now are done. */
    void drain() {
        lock.lock();
        try {
            long last = next;
            while (serving < last) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the queue: requests that have not begun are abandoned. Returns when the last one is gone. */
    void shutDown() {
        ExecutorService started;
        lock.lock();
        try {
            shut = true;
            started = worker;
            while (serving < next) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        if (started != null) {
            started.shutdown();
        }
    }

    /** Whether a request of this number was ever in the queue. */
    boolean knows(long counter) {
        lock.lock();
        try {
            return counter > 0 && counter < next;
        } finally {
            lock.unlock();
        }
    }

    boolean isCompleted(long counter) {
        lock.lock();
        try {
            return counter < serving;
        } finally {
            lock.unlock();
        }
    }

    /** The request that was completed last; its counter is 0 where there was none. */
    Sequence lastCompleted() {
        lock.lock();
        try {
            return new Sequence(id, serving - 1);
        } finally {
            lock.unlock();
        }
    }

    /** Calls back when a request is complete; at once if it is. */
    void onCompletion(long counter, Runnable signal) {
        lock.lock();
        try {
            if (counter >= serving) {
                signals.computeIfAbsent(counter, c -> new ArrayList<>()).add(signal);
                return;
            }
        } finally {
            lock.unlock();
        }
        signal.run();
    }

    /** Calls back whenever a request is complete. */
    void onEachCompletion(Runnable signal) {
        lock.lock();
        try {
            listeners.add(signal);
        } finally {
            lock.unlock();
        }
    }

    private void refuseIfUnrecoverable() {
        if (unrecoverable) {
            throw new CallFailedException(NrtStatus.NRT_EXEC_UNIT_UNRECOVERABLE);
        }
    }

    private void refuseIfShut() {
        if (shut) {
            throw new CallFailedException(NrtStatus.NRT_CLOSED);
        }
    }

    private Sequence enqueue(Task task) {
        long ticket = next++;
        Sequence sequence = new Sequence(id, ticket);
        worker().execute(() -> runInTurn(sequence, task));
        return sequence;
    }

    private ExecutorService worker() {
        ExecutorService known = worker;
        if (known != null) {
            return known;
        }
        ExecutorService started = Executors.newSingleThreadExecutor(body -> {
            Thread thread = new Thread(body, "nrt4j-xu-" + id);
            thread.setDaemon(true);
            return thread;
        });
        worker = started;
        return started;
    }

    private void runInTurn(Sequence sequence, Task task) {
        boolean abandoned = awaitTurn(sequence.counter());
        try {
            if (abandoned) {
                task.abandon(sequence);
            } else {
                task.run(sequence);
            }
        } finally {
            leave();
        }
    }

    /** @return whether the queue was shut down meanwhile */
    private boolean awaitTurn(long ticket) {
        lock.lock();
        try {
            while (serving != ticket) {
                changed.awaitUninterruptibly();
            }
            return shut;
        } finally {
            lock.unlock();
        }
    }

    private void awaitRoom(Duration timeout) {
        boolean interrupted = false;
        long start = System.nanoTime();
        while (next - serving >= depth) {
            long patience = timeout.multipliedBy(next - serving + 1).toNanos();
            long left = patience - (System.nanoTime() - start);
            if (left <= 0) {
                throw new CallFailedException(NrtStatus.NRT_TIMEOUT);
            }
            try {
                changed.await(left, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave() {
        List<Runnable> due = new ArrayList<>();
        lock.lock();
        try {
            serving++;
            Map<Long, List<Runnable>> done = signals.headMap(serving);
            done.values().forEach(due::addAll);
            done.clear();
            due.addAll(listeners);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        due.forEach(Runnable::run);
    }
}
