package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One queue of one DMA engine: a source ring and a destination ring, worked off packet by packet in ring order.
 *
 * <p>A doorbell makes descriptors available on one side; a packet is carried out when all of its source descriptors and
 * enough destination descriptors are. Source: dma.md §1, §9.
 */
final class UdmaQueue implements Actor {
    private final int core;
    private final int engine;
    private final int index;
    private final RingReader m2s;
    private final RingReader s2m;
    private final PacketExecutor executor;
    private final ExecutionMonitor monitor;
    private @Nullable Packet next;

    UdmaQueue(
            int core,
            int engine,
            int index,
            RingReader m2s,
            RingReader s2m,
            PacketExecutor executor,
            ExecutionMonitor monitor) {
        this.core = core;
        this.engine = engine;
        this.index = index;
        this.m2s = m2s;
        this.s2m = s2m;
        this.executor = executor;
        this.monitor = monitor;
    }

    @Override
    public int core() {
        return core;
    }

    /** The queue index, the same on all engines of a set. */
    int index() {
        return index;
    }

    @Override
    public String label() {
        return "DMA queue " + index + " engine " + engine;
    }

    @Override
    public Optional<DmaRing> dmaRing() {
        return Optional.of(new DmaRing(index, engine));
    }

    /** Rings the doorbell of one side. */
    void ring(DmaSide side, int descriptors) {
        side(side).makeAvailable(descriptors);
    }

    /** Sets half of a ring's base address. */
    void setBase(DmaSide side, boolean high, int word) {
        side(side).setBase(high, word);
        next = null;
    }

    /** Puts both rings back to their start; descriptors stay where they are. */
    void reset(DmaSide side) {
        side(side).reset();
        next = null;
    }

    /** Descriptors that were made available and are not consumed. */
    long outstanding(DmaSide side) {
        return side(side).available();
    }

    /** Descriptors that were ever made available. */
    long offered(DmaSide side) {
        return side(side).consumed() + side(side).available();
    }

    /** The number of a side's descriptors as a stream of work. */
    static int stream(DmaSide side) {
        return side == DmaSide.M2S ? 0 : 1;
    }

    private RingReader side(DmaSide side) {
        return side == DmaSide.M2S ? m2s : s2m;
    }

    @Override
    public boolean isReady() {
        if (next == null && m2s.available() > 0) {
            try {
                next = Packet.peek(m2s, s2m, executor.codecs());
            } catch (RuntimeException e) {
                throw located(e);
            }
        }
        return next != null;
    }

    @Override
    public void step() {
        Packet packet = next;
        if (packet == null) {
            throw new IllegalStateException(label() + " has no packet");
        }
        next = null;
        m2s.consume(packet.sources().size());
        s2m.consume(packet.destinations().size());
        monitor.took(this, this, stream(DmaSide.M2S), m2s.consumed());
        monitor.took(this, this, stream(DmaSide.S2M), s2m.consumed());
        try {
            executor.execute(this, packet);
        } catch (RuntimeException e) {
            throw located(e);
        }
    }

    private MachineFaultException located(RuntimeException e) {
        return MachineFaultException.atActor(InstructionFaultException.of(e, FaultKind.BAD_DESCRIPTOR), core, label());
    }

    /** For reports: the descriptor that waits at the head of the source ring. */
    @Nullable
    UdmaDescriptor head() {
        return m2s.available() > 0 ? m2s.peek(0) : null;
    }
}
