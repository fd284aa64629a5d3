package io.nrt4j.hal.engine.collective;

import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.CoreModel;
import io.nrt4j.hal.engine.sequencer.EngineBus;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The top-SP of one rank: carries out its collective operations in the order in which they are triggered.
 *
 * <p>An operation waits until every member of its group has reached it; then all sources are read before any
 * destination is written. Source: exec.md §7.
 */
public final class CollectiveEngine implements Actor {
    /** The emulator's own bound on the operand of one operation, which it holds in its own memory. */
    private static final long MOST_BYTES = 1L << 28;

    private final CoreModel core;
    private final int rank;
    private final CollectiveExchange exchange;
    private final EngineBus bus;
    private final Queue<Posted> posted = new ArrayDeque<>();

    private long arrived;

    private record Posted(CollectiveOp operation, Meeting meeting) {}

    CollectiveEngine(CoreModel core, int rank, CollectiveExchange exchange, EngineBus bus) {
        this.core = core;
        this.rank = rank;
        this.exchange = exchange;
        this.bus = bus;
    }

    /** The rank. */
    public int rank() {
        return rank;
    }

    @Override
    public int core() {
        return core.index();
    }

    @Override
    public String label() {
        return "collectives of rank " + rank;
    }

    /** Starts an operation. */
    public void post(Actor by, CollectiveOp operation) {
        arrived++;
        core.monitor().handed(by, this, 0, arrived);
        posted.add(new Posted(operation, exchange.arrive(this, operation)));
    }

    /** Operations that were ever started. */
    long arrived() {
        return arrived;
    }

    /** Operations that were started and are not complete. */
    public int outstanding() {
        return posted.size();
    }

    @Override
    public boolean isReady() {
        Posted head = posted.peek();
        return head != null && head.meeting().isComplete();
    }

    @Override
    public void step() {
        try {
            carryOut(posted.remove());
        } catch (RuntimeException e) {
            throw MachineFaultException.atActor(
                    InstructionFaultException.of(e, FaultKind.COLLECTIVE), core.index(), label());
        }
    }

    private void carryOut(Posted head) {
        CollectiveOp operation = head.operation();
        head.meeting().forEachMember((member, arrival) -> core.monitor().took(this, member, 0, arrival));
        core.monitor().transferring(this, "collective " + operation.sequence());
        byte[] result = exchange.result(this, operation, head.meeting());
        if (result.length > 0) {
            write(operation.destination(), result);
        }
        core.monitor().transferred(this, result.length);
        core.sync().complete(this, operation.completion());
        exchange.depart(head.meeting());
    }

    /** The bytes that this rank gives to an operation, the n-th that it started. */
    byte[] give(CollectiveOp operation, long arrival) {
        core.monitor().took(this, this, 0, arrival);
        return read(operation.source());
    }

    /** Reads the runs of a pattern. */
    private byte[] read(StridedPattern pattern) {
        if (pattern.bytes() > MOST_BYTES) {
            throw new InstructionFaultException(
                    FaultKind.COLLECTIVE, "an operand of %d bytes, at most %d".formatted(pattern.bytes(), MOST_BYTES));
        }
        byte[] bytes = new byte[Math.toIntExact(pattern.bytes())];
        int run = Math.toIntExact(pattern.runBytes());
        for (long k = 0; k < pattern.runs(); k++) {
            bus.read(this, pattern.run(k), bytes, (int) k * run, run);
        }
        return bytes;
    }

    /** A result that is longer than a pattern of one run, as that of a gather is, goes on behind it. */
    private void write(StridedPattern pattern, byte[] bytes) {
        if (pattern.counts().isEmpty()) {
            bus.write(this, pattern.base(), bytes, 0, bytes.length);
            return;
        }
        if (pattern.bytes() != bytes.length) {
            throw new InstructionFaultException(
                    FaultKind.COLLECTIVE,
                    "a result of %d bytes for a destination of %d".formatted(bytes.length, pattern.bytes()));
        }
        int run = Math.toIntExact(pattern.runBytes());
        for (long k = 0; k < pattern.runs(); k++) {
            bus.write(this, pattern.run(k), bytes, (int) k * run, run);
        }
    }

    /** For reports: what the operation at the head waits for; empty if nothing was started. */
    public String waiting() {
        Posted head = posted.peek();
        return head == null
                ? ""
                : "operation %d (%s) waits for ranks %s"
                        .formatted(
                                head.operation().sequence(),
                                Meeting.describe(head.operation()),
                                head.meeting().missing());
    }
}
