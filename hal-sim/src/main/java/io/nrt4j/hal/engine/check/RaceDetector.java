package io.nrt4j.hal.engine.check;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.hal.engine.sequencer.MemoryAccess;
import io.nrt4j.hal.engine.sequencer.MemoryMove;
import io.nrt4j.hal.engine.sequencer.ReadySlot;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.engine.sequencer.SyncObject;
import io.nrt4j.hal.isa.WaitMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stops a machine at the first access that nothing orders behind an earlier one to the same byte, one of the two being a
 * write.
 *
 * <p>The order is happens-before: program order of an engine, FIFO order of a ring, an update of a semaphore or event
 * before the wait that it satisfies, the start of a transfer before its packets. It does not depend on the schedule's
 * luck: two accesses that happened one after the other without such an order are reported as well. Accesses of the host
 * come before the run and are ordered. Source: exec-corpus.md §3 items 6 to 8.
 */
final class RaceDetector implements ExecutionMonitor {
    private record Stream(Actor owner, int number) {}

    /**
     * The items of a stream.
     *
     * @param clock what is known to whoever works on an item
     * @param origins by the number of the last item that it made available: the instruction that did
     */
    private record Work(CounterClock clock, TreeMap<Long, Origin> origins) {}

    /**
     * The instruction that handed items to a stream. A packet of a ring has one on each side; the later one started it.
     *
     * @param order counts up over all streams
     */
    private record Origin(Site site, long order) {
        static Origin later(Origin a, Origin b) {
            return a.order() > b.order() ? a : b;
        }
    }

    private final List<Device> devices;
    private final IdentityHashMap<Device, ShadowMemory<Accesses>> shadows = new IdentityHashMap<>();
    private final IdentityHashMap<Actor, ActorClock> clocks = new IdentityHashMap<>();
    private final IdentityHashMap<Actor, Site> sites = new IdentityHashMap<>();
    private final IdentityHashMap<Actor, Origin> origins = new IdentityHashMap<>();
    private final Map<SyncObject, CounterClock> counters = new HashMap<>();
    private final Map<Stream, Work> streams = new HashMap<>();
    private long handed;

    RaceDetector(List<Device> devices) {
        this.devices = devices;
        devices.forEach(device -> shadows.put(device, new ShadowMemory<>()));
    }

    @Override
    public boolean watchesMemory() {
        return true;
    }

    @Override
    public void begun() {
        shadows.values().forEach(ShadowMemory::clear);
        clocks.clear();
        sites.clear();
        origins.clear();
        counters.clear();
        streams.clear();
    }

    @Override
    public void issued(Sequencer sequencer, ReadySlot slot) {
        sites.put(sequencer, new Site.Issue(sequencer.core(), sequencer.engine(), sequencer.programCounter(), slot));
    }

    @Override
    public void transferring(Actor actor, String what) {
        sites.put(
                actor,
                new Site.Step(
                        actor, what, Optional.ofNullable(origins.get(actor)).map(Origin::site)));
    }

    @Override
    public void waited(Actor actor, SyncObject object, WaitMode mode, long threshold) {
        CounterClock counter = counters.get(object);
        if (counter == null) {
            return;
        }
        switch (mode) {
            case SEM_GE_IMM, SEM_GE_REG -> counter.learn(clock(actor), threshold);
            case SEM_GT_IMM, SEM_GT_REG -> counter.learn(clock(actor), threshold + 1);
            default -> counter.learnAll(clock(actor));
        }
    }

    @Override
    public void updated(Actor actor, SyncObject object, long before, long after) {
        if (isOfMachine(actor)) {
            counters.computeIfAbsent(object, o -> new CounterClock())
                    .updated(clock(actor).release(), before, after);
        }
    }

    @Override
    public void handed(Actor by, Actor to, int stream, long end) {
        if (isOfMachine(by)) {
            Work work =
                    streams.computeIfAbsent(new Stream(to, stream), s -> new Work(new CounterClock(), new TreeMap<>()));
            work.clock().updated(clock(by).release(), end - 1, end);
            Site site = sites.get(by);
            if (site != null) {
                work.origins().put(end, new Origin(site, handed++));
            }
        }
    }

    @Override
    public void took(Actor actor, Actor owner, int stream, long end) {
        Work work = streams.get(new Stream(owner, stream));
        if (work == null) {
            return;
        }
        work.clock().learn(clock(actor), end);
        Map.Entry<Long, Origin> origin = work.origins().ceilingEntry(end);
        if (actor == owner && origin != null) {
            origins.merge(actor, origin.getValue(), Origin::later);
            work.origins().headMap(end).clear();
        }
    }

    @Override
    public void read(Actor actor, MemoryAccess access) {
        if (isOfMachine(actor)) {
            apply(actor, access, new Read(actor));
        }
    }

    @Override
    public void written(Actor actor, MemoryAccess access) {
        if (isOfMachine(actor)) {
            apply(actor, access, new Write(actor));
        }
    }

    @Override
    public void moved(Actor actor, MemoryMove move) {
        read(actor, visitor -> move.forEach((from, to, bytes) -> visitor.visit(from, bytes)));
        written(actor, visitor -> move.forEach((from, to, bytes) -> visitor.visit(to, bytes)));
    }

    private void apply(Actor actor, MemoryAccess access, ShadowMemory.Transition<Accesses> transition) {
        ShadowMemory<Accesses> shadow = shadows.get(devices.get(actor.core()));
        if (shadow != null) {
            access.forEach((address, length) -> shadow.update(address, length, transition));
        }
    }

    private static boolean isOfMachine(Actor actor) {
        return actor.core() >= 0;
    }

    private ActorClock clock(Actor actor) {
        return clocks.computeIfAbsent(actor, a -> new ActorClock(clocks.size()));
    }

    private abstract class Touch extends ShadowMemory.Transition<Accesses> {
        private final Actor actor;
        final ActorClock clock;
        final Access access;

        Touch(Actor actor) {
            this.actor = actor;
            this.clock = clock(actor);
            Site site = sites.get(actor);
            this.access = new Access(
                    clock.id(), clock.time(), site == null ? new Site.Step(actor, "access", Optional.empty()) : site);
        }

        boolean isOrdered(Access earlier) {
            return clock.knows(earlier.actor(), earlier.time());
        }

        InstructionFaultException race(String mine, String other, Access earlier, long address) {
            return new InstructionFaultException(
                    FaultKind.RACE,
                    "nothing orders the %s of %s by %s behind the %s by %s"
                            .formatted(
                                    mine,
                                    AddressText.of(devices.get(actor.core()), address),
                                    access.site(),
                                    other,
                                    earlier.site()));
        }
    }

    private final class Read extends Touch {
        private Read(Actor actor) {
            super(actor);
        }

        @Override
        Accesses next(@Nullable Accesses state, long address, int length) {
            if (state == null) {
                return new Accesses(null, List.of(access));
            }
            Access write = state.write();
            if (write != null && !isOrdered(write)) {
                throw race("read", "write", write, address);
            }
            List<Access> reads = new ArrayList<>();
            for (Access earlier : state.reads()) {
                if (!isOrdered(earlier)) {
                    reads.add(earlier);
                }
            }
            reads.add(access);
            return new Accesses(write, reads);
        }
    }

    private final class Write extends Touch {
        private Write(Actor actor) {
            super(actor);
        }

        @Override
        Accesses next(@Nullable Accesses state, long address, int length) {
            if (state != null) {
                Access write = state.write();
                if (write != null && !isOrdered(write)) {
                    throw race("write", "write", write, address);
                }
                for (Access read : state.reads()) {
                    if (!isOrdered(read)) {
                        throw race("write", "read", read, address);
                    }
                }
            }
            return new Accesses(access, List.of());
        }
    }
}
