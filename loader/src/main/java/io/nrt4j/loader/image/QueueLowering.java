package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Bytes;
import io.nrt4j.hal.isa.PseudoOperands;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.List;

/**
 * PSEUDO_DMA_REARM and PSEUDO_DMASWAP_QUEUE_SET: rings brought back to their start, or exchanged.
 *
 * <p>Source: image-assembly.md §10, isa-encodings.md §5.3, dma.md §9 item 7; no real image holds either.
 */
final class QueueLowering {
    /** Ours: the real text is not known. */
    static final LogMessage UNKNOWN_INSTANCE = LogMessage.error(
            "TDRV", "translate_one_pseudo_instr_v2", "Unknown DMA queue set or instance %s in engine %s");

    private final LoweringContext context;
    private final StaticQueueSetup setup;

    QueueLowering(LoweringContext context) {
        this.context = context;
        this.setup = new StaticQueueSetup(context.plan().registers().dma());
    }

    void rearm(TranslationPoint point) {
        emit(
                point,
                setup.rearm(queue(point.operands(PseudoOperands.DmaRearm.class).queue())));
    }

    /** The named set, or the set of the named instance, gets its rings from now on. */
    void swap(TranslationPoint point) {
        emit(
                point,
                setup.modelSwitch(
                        queue(point.operands(PseudoOperands.SwapQueueSet.class).queue())));
    }

    private StaticQueue queue(Bytes name) {
        return context.plan()
                .queue(name.text())
                .orElseThrow(() -> context.invalid(
                        UNKNOWN_INSTANCE, name.text(), context.engine().key()));
    }

    private static void emit(TranslationPoint point, List<Slot> slots) {
        EventFields.copyControlAndEvents(point.source(), slots.get(0));
        point.emit(slots);
    }
}
