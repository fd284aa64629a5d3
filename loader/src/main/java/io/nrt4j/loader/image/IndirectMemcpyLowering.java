package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.image.CodeBlock.DistanceField;
import io.nrt4j.loader.image.CodeBlock.Label;
import io.nrt4j.loader.manifest.DmaRingType;

/**
 * PSEUDO_DMAMEMCPY_FULL_IND and the PSEUDO_RANGE_CHECK that guards it: gather and scatter by device address.
 *
 * <p>Their loaded forms are in no image. The emulator makes the copy a DMA_INDIRECT whose indices are whole addresses,
 * and the check a TENSOR_REDUCE_RANGE_CHECK with the operands of the pseudo, its label turned into a distance. Source:
 * image-assembly.md §10, dma.md §8.4, exec-sunda.md §5.
 */
final class IndirectMemcpyLowering {
    /** Ours: the real text is not known. */
    static final LogMessage NO_QUEUE =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Engine %s has no queue for indirect memcpy");

    /** In the config byte of DMA_INDIRECT: indices are 64-bit device addresses. An encoding of the emulator's. */
    public static final int ADDRESS_INDICES = 0x80;

    private static final int INDEX_START = 12;
    private static final int INDEX_PARTITIONS = 28;
    private static final int DIRECT_START = 32;
    private static final int DIRECT_STRIDE = 40;
    private static final int DIRECT_PARTITIONS = 48;
    private static final int ELEMENT_BYTES = 52;
    /** u8: 0 load, 1 save. */
    private static final int DIRECTION = 60;

    private static final int SOURCE_INDIRECT = 4;
    private static final int DESTINATION_INDIRECT = 5;

    private final LoweringContext context;

    IndirectMemcpyLowering(LoweringContext context) {
        this.context = context;
    }

    void memcpy(TranslationPoint point) {
        Slot source = point.source();
        StaticQueue queue = queue();
        boolean save = source.u8(DIRECTION) != 0;
        long data = context.plan().registers().stateBuffer() + source.u32(DIRECT_START);
        Slot slot = Slot.create(Opcode.DMA_INDIRECT);
        EventFields.copyControlAndEvents(source, slot);
        // Every queue of the set reports twice: exec-sunda.md §5 (0xC4).
        slot.setU8(IndirectDmaLayout.SEMAPHORE, queue.semaphores().get(0))
                .setU8(IndirectDmaLayout.INCREMENT, 2 * queue.set().engines())
                .setU8(IndirectDmaLayout.CHANNELS, source.u8(INDEX_PARTITIONS))
                .setU8(IndirectDmaLayout.FLAGS, save ? DESTINATION_INDIRECT : SOURCE_INDIRECT)
                .setU16(IndirectDmaLayout.SOURCE_ELEMENT, source.u16(ELEMENT_BYTES))
                .setU16(IndirectDmaLayout.DESTINATION_ELEMENT, source.u16(ELEMENT_BYTES))
                .setU8(IndirectDmaLayout.CONFIG, ADDRESS_INDICES);
        int partitions = source.u16(DIRECT_PARTITIONS);
        int stride = source.i32(DIRECT_STRIDE);
        if (save) {
            slot.setI64(IndirectDmaLayout.SOURCE, data)
                    .setI32(IndirectDmaLayout.SOURCE_STEP, stride)
                    .setU16(IndirectDmaLayout.SOURCE_COUNT, partitions)
                    .setI32(IndirectDmaLayout.DESTINATION_STEP, 1)
                    .setU16(IndirectDmaLayout.DESTINATION_COUNT, partitions)
                    .setI32(IndirectDmaLayout.DESTINATION_INDEX, source.i32(INDEX_START));
        } else {
            slot.setI64(IndirectDmaLayout.DESTINATION, data)
                    .setI32(IndirectDmaLayout.DESTINATION_STEP, stride)
                    .setU16(IndirectDmaLayout.DESTINATION_COUNT, partitions)
                    .setI32(IndirectDmaLayout.SOURCE_STEP, 1)
                    .setU16(IndirectDmaLayout.SOURCE_COUNT, partitions)
                    .setI32(IndirectDmaLayout.SOURCE_INDEX, source.i32(INDEX_START));
        }
        point.emit(slot);
    }

    private StaticQueue queue() {
        return context.plan().ownedBy(context.engine()).stream()
                .filter(q -> q.type() == DmaRingType.INDIRECT_MEMCPY
                        && !q.semaphores().isEmpty())
                .findFirst()
                .orElseThrow(() -> context.invalid(NO_QUEUE, context.engine().key()));
    }

    void rangeCheck(TranslationPoint point) {
        Slot slot = point.copy().setU8(Slot.OPCODE, Opcode.TENSOR_REDUCE_RANGE_CHECK.code());
        int id = point.source().i32(RuntimeSlots.BRANCH_TARGET);
        Label target = point.labels()
                .target(id, point.index())
                .orElseThrow(() -> context.invalid(
                        FunctionLowering.UNKNOWN_LABEL, id, context.engine().key()));
        point.emitBranch(slot, target, DistanceField.LABEL_WORD);
    }
}
