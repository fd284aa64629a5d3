package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.BroadcastValue;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.dma.RingLength;
import io.nrt4j.hal.isa.Slot;
import java.util.List;

/**
 * The ring through which an engine gets its tables: queue 14 of one DMA engine, whose last descriptor sets an event.
 *
 * <p>Source: image-assembly.md §7.1, §8, §9.1; dma.md §7.
 *
 * @param engine ACT or DVE
 * @param m2s device address of the source ring
 * @param s2m device address of the destination ring
 * @param descriptors descriptors that the doorbell starts: one per table and one for the event. The real doorbells are 5
 *     for ACT (four tables), 6 for cayman's DVE (four tables and its parameters) and 5 for sunda's (three)
 */
public record TableRing(EngineType engine, long m2s, long s2m, int descriptors) {
    private static final int WORD = 4;

    /** The event that its last descriptor sets. */
    public int event() {
        return engine == EngineType.ACT ? ReservedSync.ACT_TABLES_LOAD : ReservedSync.DVE_TABLES_LOAD;
    }

    /** Reset and addresses of the ring: 4 slots. */
    List<Slot> setUp(RuntimeRegisters core) {
        DmaRegisters registers = core.dma();
        int dma = core.tableEngine(engine);
        int queue = DmaRegisters.RUNTIME_QUEUE;
        long reset = BroadcastValue.only(1 << dma, QueueRegister.RESET_QUEUE).encode();
        return List.of(
                RuntimeSlots.write(
                        registers.broadcast(DmaSide.S2M, queue, QueueRegister.SOFTWARE_CONTROL),
                        reset,
                        registers.broadcast(DmaSide.M2S, queue, QueueRegister.SOFTWARE_CONTROL),
                        reset),
                base(registers, dma, DmaSide.M2S, m2s),
                base(registers, dma, DmaSide.S2M, s2m),
                lengths(registers, dma));
    }

    /** The doorbell: 1 slot. */
    Slot kick(RuntimeRegisters core) {
        DmaRegisters registers = core.dma();
        int dma = core.tableEngine(engine);
        return RuntimeSlots.write(
                doorbell(registers, dma, DmaSide.S2M), descriptors, doorbell(registers, dma, DmaSide.M2S), descriptors);
    }

    private static Slot base(DmaRegisters registers, int dma, DmaSide side, long ring) {
        long address = registers.register(dma, side, DmaRegisters.RUNTIME_QUEUE, QueueRegister.RING_BASE_LOW);
        return RuntimeSlots.storeWords(
                address, 2, 1, 1, (int) (registers.engineStride() / WORD), (int) ring, (int) (ring >>> 32));
    }

    private static Slot lengths(DmaRegisters registers, int dma) {
        long m2s = registers.register(dma, DmaSide.M2S, DmaRegisters.RUNTIME_QUEUE, QueueRegister.RING_LENGTH);
        long s2m = registers.register(dma, DmaSide.S2M, DmaRegisters.RUNTIME_QUEUE, QueueRegister.RING_LENGTH);
        return RuntimeSlots.storeWords(
                m2s,
                2,
                1,
                (int) (s2m - m2s) / WORD,
                (int) (registers.engineStride() / WORD),
                RingLength.REGISTER_VALUE,
                RingLength.REGISTER_VALUE);
    }

    private static long doorbell(DmaRegisters registers, int dma, DmaSide side) {
        return registers.register(dma, side, DmaRegisters.RUNTIME_QUEUE, QueueRegister.TAIL_INCREMENT);
    }
}
