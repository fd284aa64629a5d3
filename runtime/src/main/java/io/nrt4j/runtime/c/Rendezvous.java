package io.nrt4j.runtime.c;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Where threads meet that act for the members of a group: the last one to come does the work for all.
 *
 * <p>The k-th coming of a member meets the k-th ones of the others. Source: exec.md §7.3.
 *
 * @param <P> what a member brings along
 * @param <R> what all members get
 */
final class Rendezvous<P, R> {
    private final Map<Object, Deque<Meeting<P, R>>> open = new HashMap<>();

    private static final class Meeting<P, R> {
        final TreeMap<Integer, P> parts = new TreeMap<>();
        final CompletableFuture<R> result = new CompletableFuture<>();
    }

    /**
     * Comes to a meeting and waits for its result.
     *
     * @param place tells meetings of different kinds apart
     * @param members who must come
     * @param member who comes
     * @param patience for how long the member waits for the others; not for the work
     * @param work is done once all are there, with what they brought by member; an exception of it is everyone's
     * @return empty if the others did not come
     */
    Optional<R> meet(
            Object place,
            Set<Integer> members,
            int member,
            P part,
            Duration patience,
            Function<Map<Integer, P>, R> work) {
        Meeting<P, R> meeting;
        boolean last;
        synchronized (this) {
            meeting = join(place, member, part);
            last = meeting.parts.size() == members.size();
            if (last) {
                close(place, meeting);
            }
        }
        if (last) {
            try {
                meeting.result.complete(work.apply(meeting.parts));
            } catch (RuntimeException e) {
                meeting.result.completeExceptionally(e);
            }
        } else if (!cameInTime(meeting.result, patience) && leave(place, meeting, member)) {
            return Optional.empty();
        }
        try {
            return Optional.of(meeting.result.join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private Meeting<P, R> join(Object place, int member, P part) {
        Deque<Meeting<P, R>> meetings = open.computeIfAbsent(place, p -> new ArrayDeque<>());
        Meeting<P, R> meeting = meetings.stream()
                .filter(m -> !m.parts.containsKey(member))
                .findFirst()
                .orElseGet(() -> {
                    Meeting<P, R> added = new Meeting<>();
                    meetings.add(added);
                    return added;
                });
        meeting.parts.put(member, part);
        return meeting;
    }

    /** @return false if the meeting takes place after all */
    private synchronized boolean leave(Object place, Meeting<P, R> meeting, int member) {
        Deque<Meeting<P, R>> meetings = open.get(place);
        if (meetings == null || !meetings.contains(meeting)) {
            return false;
        }
        meeting.parts.remove(member);
        if (meeting.parts.isEmpty()) {
            close(place, meeting);
        }
        return true;
    }

    private void close(Object place, Meeting<P, R> meeting) {
        open.computeIfPresent(place, (p, meetings) -> {
            meetings.remove(meeting);
            return meetings.isEmpty() ? null : meetings;
        });
    }

    /** The wait goes on through interrupts, as that of the real library does. */
    private static boolean cameInTime(Future<?> result, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    result.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    return false;
                } catch (ExecutionException e) {
                    return true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
