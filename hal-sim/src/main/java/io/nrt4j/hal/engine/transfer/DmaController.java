package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.dma.BroadcastValue;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.dma.QueueRegisterAddress;
import io.nrt4j.hal.engine.numeric.ElementCodecs;
import io.nrt4j.hal.engine.sequencer.Actor;
import io.nrt4j.hal.engine.sequencer.CoreModel;
import io.nrt4j.hal.engine.sequencer.EngineBus;
import io.nrt4j.hal.memory.Bus;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The sixteen DMA engines of one core, behind their registers.
 *
 * <p>A queue comes into being with the first write to one of its registers. Source: dma.md §1, §9.
 */
public final class DmaController {
    private static final int TAIL_MASK = 0xFF_FFFF;

    private final CoreModel core;
    private final DmaRegisters registers;
    private final Bus memory;
    private final PacketExecutor executor;
    private final TreeMap<Integer, UdmaQueue> queues = new TreeMap<>();

    /**
     * @param memory where descriptors are read, without a monitor
     * @param bus where packets go
     */
    public DmaController(CoreModel core, Bus memory, EngineBus bus, ElementCodecs codecs) {
        this.core = core;
        this.registers = DmaRegisters.of(core.device().addressMap(), core.core().index());
        this.memory = memory;
        this.executor = new PacketExecutor(bus, codecs, core.monitor());
    }

    /** The queue register behind a device address, or empty if it is none of this core's. */
    public Optional<QueueRegisterAddress> locate(long address) {
        return registers.locate(address);
    }

    /** Writes a queue register. */
    public void write(Actor by, QueueRegisterAddress address, int word) {
        if (!address.isBroadcast()) {
            write(by, queue(address.engine(), address.queue()), address.side(), address.register(), word);
            return;
        }
        BroadcastValue value = BroadcastValue.decode(Integer.toUnsignedLong(word));
        for (int engine = 0; engine < DmaRegisters.ENGINES; engine++) {
            if (value.reaches(engine)) {
                write(by, queue(engine, address.queue()), address.side(), address.register(), value.value());
            }
        }
    }

    private void write(Actor by, UdmaQueue queue, DmaSide side, QueueRegister register, int word) {
        switch (register) {
            case RING_BASE_LOW -> queue.setBase(side, false, word);
            case RING_BASE_HIGH -> queue.setBase(side, true, word);
            case TAIL_INCREMENT -> {
                queue.ring(side, word & TAIL_MASK);
                core.monitor().handed(by, queue, UdmaQueue.stream(side), queue.offered(side));
            }
            case SOFTWARE_CONTROL -> {
                if ((word & QueueRegister.RESET_QUEUE) != 0) {
                    queue.reset(side);
                }
            }
            default -> {
                // Configuration that the emulator's queues do not need; its value is kept by the register file.
            }
        }
    }

    private UdmaQueue queue(int engine, int index) {
        return queues.computeIfAbsent(
                index * DmaRegisters.ENGINES + engine,
                key -> new UdmaQueue(
                        core.index(),
                        engine,
                        index,
                        new RingReader(memory),
                        new RingReader(memory),
                        executor,
                        core.monitor()));
    }

    /** The queues that were used, as actors, ordered by queue index and engine. */
    public Collection<? extends Actor> queues() {
        return queues.values();
    }

    /** What the queues still hold, one line per queue with descriptors on its source side; for reports. */
    public Collection<String> outstanding() {
        return queues.values().stream()
                .filter(q -> q.outstanding(DmaSide.M2S) > 0)
                .map(q -> "%s: %d source and %d destination descriptors"
                        .formatted(q.label(), q.outstanding(DmaSide.M2S), q.outstanding(DmaSide.S2M)))
                .toList();
    }
}
