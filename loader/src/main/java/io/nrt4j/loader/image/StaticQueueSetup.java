package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.BroadcastValue;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.Doorbells;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.dma.RingLength;
import io.nrt4j.hal.isa.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The slots by which the owner of a static queue set makes its rings ready, at model switch and after each inference.
 *
 * <p>Source: image-assembly.md §7.4, the same on cayman and sunda ({@code psqs_swap_single_queue}).
 */
final class StaticQueueSetup {
    private static final int WORD = 4;
    /** Engines that one STORE of four 64-bit values reaches. */
    private static final int GROUP = 4;

    private final DmaRegisters registers;

    StaticQueueSetup(DmaRegisters registers) {
        this.registers = registers;
    }

    /** Reset, ring bases and lengths of all engines; for sets without I/O also the destination descriptors. */
    List<Slot> modelSwitch(StaticQueue queue) {
        List<Slot> slots = new ArrayList<>();
        int index = queue.set().index();
        slots.add(reset(index));
        for (int first = 0; first < DmaRegisters.ENGINES; first += GROUP) {
            slots.add(bases(queue, first, DmaSide.M2S));
            slots.add(bases(queue, first, DmaSide.S2M));
            slots.add(lengths(index, first));
        }
        slots.addAll(prePost(queue));
        return slots;
    }

    /** What brings the rings back to their start. */
    List<Slot> rearm(StaticQueue queue) {
        List<Slot> slots = new ArrayList<>();
        slots.add(reset(queue.set().index()));
        slots.addAll(prePost(queue));
        return slots;
    }

    /** The reset of a queue on all engines, both sides. */
    Slot reset(int index) {
        long all = BroadcastValue.all(QueueRegister.RESET_QUEUE).encode();
        return RuntimeSlots.write(
                registers.broadcast(DmaSide.S2M, index, QueueRegister.SOFTWARE_CONTROL),
                all,
                registers.broadcast(DmaSide.M2S, index, QueueRegister.SOFTWARE_CONTROL),
                all);
    }

    private Slot bases(StaticQueue queue, int first, DmaSide side) {
        int[] words = new int[2 * GROUP];
        for (int i = 0; i < GROUP; i++) {
            long base = queue.baseRegister(first + i, side);
            words[2 * i] = (int) base;
            words[2 * i + 1] = (int) (base >>> 32);
        }
        long address = registers.register(first, side, queue.set().index(), QueueRegister.RING_BASE_LOW);
        return RuntimeSlots.storeWords(address, 2, GROUP, 1, engineStrideWords(), words);
    }

    private Slot lengths(int index, int first) {
        int[] words = new int[2 * GROUP];
        Arrays.fill(words, RingLength.REGISTER_VALUE);
        long m2s = registers.register(first, DmaSide.M2S, index, QueueRegister.RING_LENGTH);
        long s2m = registers.register(first, DmaSide.S2M, index, QueueRegister.RING_LENGTH);
        return RuntimeSlots.storeWords(m2s, 2, GROUP, (int) (s2m - m2s) / WORD, engineStrideWords(), words);
    }

    private List<Slot> prePost(StaticQueue queue) {
        if (queue.isIo()) {
            return List.of();
        }
        long doorbell = registers.broadcast(DmaSide.S2M, queue.set().index(), QueueRegister.TAIL_INCREMENT);
        return queue.prePost().stream()
                .map(Doorbells.Ring::s2m)
                .map(value -> RuntimeSlots.write(doorbell, value.encode()))
                .toList();
    }

    private int engineStrideWords() {
        return (int) (registers.engineStride() / WORD);
    }
}
