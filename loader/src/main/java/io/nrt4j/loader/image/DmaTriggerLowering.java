package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.DescriptorCount;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.Doorbells;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.dma.QueueSet;
import io.nrt4j.hal.isa.PseudoOperands.DmaTrigger;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.Collections;
import java.util.List;

/**
 * PSEUDO_DMA_TRIGGER: the doorbells that start one block of a static queue set.
 *
 * <p>Source: dma.md §6; proven on all 3,977 triggers of the real images.
 */
final class DmaTriggerLowering {
    /** The real texts are not known; these are ours. */
    static final LogMessage UNKNOWN_QUEUE = LogMessage.error(
            "TDRV", "translate_one_pseudo_instr_v2", "Unknown DMA queue %s in DMA trigger of engine %s");

    static final LogMessage UNKNOWN_BLOCK = LogMessage.error(
            "TDRV", "translate_one_pseudo_instr_v2", "Unknown DMA block %u of queue %s in DMA trigger of engine %s");

    private final LoweringContext context;

    DmaTriggerLowering(LoweringContext context) {
        this.context = context;
    }

    void lower(TranslationPoint point) {
        DmaTrigger trigger = point.operands(DmaTrigger.class);
        StaticQueue queue = queue(trigger.queue().text());
        boolean first = true;
        for (Doorbells.Ring ring : Doorbells.of(counts(trigger, point.function().name(), queue))) {
            Slot write = doorbell(queue, ring);
            if (first) {
                EventFields.copyControlAndEvents(point.source(), write);
                first = false;
            }
            point.emit(write);
        }
    }

    private StaticQueue queue(String name) {
        return context.plan()
                .queue(name)
                .orElseThrow(() ->
                        context.invalid(UNKNOWN_QUEUE, name, context.engine().key()));
    }

    private List<DescriptorCount> counts(DmaTrigger trigger, String function, StaticQueue queue) {
        QueueSet set = queue.set();
        long id = trigger.block();
        if (trigger.useRawCount() != 0) {
            return Collections.nCopies(set.engines(), sides(queue, new DescriptorCount(id, id)));
        }
        return set
                .counts((int) id, function)
                .orElseThrow(() -> context.invalid(
                        UNKNOWN_BLOCK, id, set.name(), context.engine().key()))
                .stream()
                .map(count -> sides(queue, count))
                .toList();
    }

    /** Without I/O the destination descriptors are there already. */
    private static DescriptorCount sides(StaticQueue queue, DescriptorCount count) {
        return queue.isIo() ? count : count.only(DmaSide.M2S);
    }

    private Slot doorbell(StaticQueue queue, Doorbells.Ring ring) {
        DmaRegisters registers = context.plan().registers().dma();
        int index = queue.set().index();
        long m2s = registers.broadcast(DmaSide.M2S, index, QueueRegister.TAIL_INCREMENT);
        if (!queue.isIo()) {
            return RuntimeSlots.write(m2s, ring.m2s().encode());
        }
        long s2m = registers.broadcast(DmaSide.S2M, index, QueueRegister.TAIL_INCREMENT);
        return RuntimeSlots.write(s2m, ring.s2m().encode(), m2s, ring.m2s().encode());
    }
}
