package io.nrt4j.loader.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.nrt4j.loader.container.ParseCache.Lease;
import io.nrt4j.loader.container.ParseCache.State;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** container.md §11: the states, and the line that each way through them prints. */
@Timeout(60)
class ParseCacheTest {
    private final List<String> disposed = Collections.synchronizedList(new ArrayList<>());
    private final ParseCache<String, String> cache = new ParseCache<>(disposed::add);
    private final ExecutorService threads = Executors.newFixedThreadPool(16);

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void theSlotIsFreeAgainAfterTheLastUser() {
        Nlog nlog = Nlog.silent();
        assertThat(cache.state()).isEqualTo(State.UNINIT);
        Lease<String> first = cache.enter("a", () -> "A", nlog);
        assertThat(cache.state()).isEqualTo(State.READY);
        Lease<String> second = cache.enter("a", () -> "never parsed", nlog);
        assertThat(second.value()).isSameAs(first.value());

        first.close();
        first.close();
        assertThat(cache.state()).isEqualTo(State.READY);
        assertThat(disposed).isEmpty();
        second.close();
        assertThat(cache.state()).isEqualTo(State.UNINIT);
        assertThat(disposed).containsExactly("A");
        assertThat(messages(nlog)).containsExactly("first worker, creating cache", "using cache");

        cache.enter("b", () -> "B", nlog).close();
        assertThat(disposed).containsExactly("A", "B");
    }

    @Test
    void anotherNeffProceedsIndependently() {
        Nlog nlog = Nlog.silent();
        Lease<String> first = cache.enter("a", () -> "A", nlog);
        Lease<String> other = cache.enter("b", () -> "B", nlog);
        assertThat(other.value()).isEqualTo("B");
        other.close();
        assertThat(disposed).containsExactly("B");
        assertThat(cache.state()).isEqualTo(State.READY);
        first.close();
        assertThat(messages(nlog)).containsExactly("first worker, creating cache", "proceeding independently");
    }

    @Test
    void aSecondLoadWaitsForTheFirst() throws Exception {
        Nlog nlog = Nlog.silent();
        CountDownLatch parsing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Future<Lease<String>> first = threads.submit(() -> cache.enter("a", () -> blocked(parsing, go), nlog));
        parsing.await();
        assertThat(cache.state()).isEqualTo(State.PENDING);
        Nlog waiting = Nlog.silent();
        Future<Lease<String>> second = threads.submit(() -> cache.enter("a", () -> "never parsed", waiting));
        awaitMessage(waiting, "waiting for cache creation");
        go.countDown();
        assertThat(second.get().value()).isEqualTo("parsed");
        first.get().close();
        second.get().close();
        assertThat(disposed).containsExactly("parsed");
        assertThat(messages(waiting)).containsExactly("waiting for cache creation", "using cache after wait");
    }

    @Test
    void aWaiterParsesForItselfWhenTheCreatorFails() throws Exception {
        CountDownLatch parsing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Future<Lease<String>> first = threads.submit(() -> cache.enter(
                "a",
                () -> {
                    blocked(parsing, go);
                    throw new IllegalStateException("broken");
                },
                Nlog.silent()));
        parsing.await();
        Nlog waiting = Nlog.silent();
        Future<Lease<String>> second = threads.submit(() -> cache.enter("a", () -> "own", waiting));
        awaitMessage(waiting, "waiting for cache creation");
        go.countDown();
        assertThat(second.get().value()).isEqualTo("own");
        assertThat(first).failsWithin(10, TimeUnit.SECONDS);
        assertThat(messages(waiting)).containsExactly("waiting for cache creation", "cache creation failed, do my own");
        assertThat(cache.state()).isEqualTo(State.UNINIT);
        second.get().close();
        assertThat(disposed).containsExactly("own");
    }

    @Test
    void aFailureWithoutWaitersFreesTheSlot() {
        assertThatIllegalStateException()
                .isThrownBy(() -> cache.enter(
                        "a",
                        () -> {
                            throw new IllegalStateException("broken");
                        },
                        Nlog.silent()));
        assertThat(cache.state()).isEqualTo(State.UNINIT);
        assertThat(disposed).isEmpty();
    }

    /** Nothing is used after it was disposed of, nothing is disposed of twice, and nothing is left over. */
    @Test
    void manyLoadsAtOnce() throws Exception {
        AtomicInteger live = new AtomicInteger();
        ParseCache<Integer, AtomicInteger> shared = new ParseCache<>(value -> {
            assertThat(value.getAndSet(-1)).isEqualTo(1);
            live.decrementAndGet();
        });
        List<Future<?>> loads = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            loads.add(threads.submit(() -> {
                int key = ThreadLocalRandom.current().nextInt(3);
                boolean fails = ThreadLocalRandom.current().nextInt(10) == 0;
                try (Lease<AtomicInteger> lease = shared.enter(
                        key,
                        () -> {
                            if (fails) {
                                throw new IllegalStateException("broken");
                            }
                            live.incrementAndGet();
                            return new AtomicInteger(1);
                        },
                        Nlog.silent())) {
                    assertThat(lease.value()).hasValue(1);
                    Thread.onSpinWait();
                    assertThat(lease.value()).hasValue(1);
                } catch (IllegalStateException e) {
                    assertThat(e).hasMessage("broken");
                }
            }));
        }
        for (Future<?> load : loads) {
            load.get();
        }
        assertThat(live).hasValue(0);
        assertThat(shared.state()).isEqualTo(State.UNINIT);
    }

    private static String blocked(CountDownLatch parsing, CountDownLatch go) {
        parsing.countDown();
        try {
            go.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return "parsed";
    }

    private static void awaitMessage(Nlog nlog, String message) throws InterruptedException {
        while (!messages(nlog).contains(message)) {
            Thread.sleep(1);
        }
    }

    private static List<String> messages(Nlog nlog) {
        return nlog.records().stream().map(LogRecord::message).toList();
    }
}
