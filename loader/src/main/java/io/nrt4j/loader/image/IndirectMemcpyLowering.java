package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.DmaExtension;
import io.nrt4j.hal.isa.DmaOperands.Indirect1d;
import io.nrt4j.hal.isa.DmaOperands.MemcpyFullIndirect;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PseudoOperands.RangeCheck;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.image.CodeBlock.DistanceField;
import io.nrt4j.loader.image.CodeBlock.Label;
import io.nrt4j.loader.manifest.DmaRingType;

/**
 * PSEUDO_DMAMEMCPY_FULL_IND and the PSEUDO_RANGE_CHECK that guards it: gather and scatter by device address.
 *
 * <p>Their loaded forms are in no image. The emulator makes the copy a DMA_INDIRECT whose indices are whole addresses
 * ({@link #ADDRESS_INDICES}), and the check a TENSOR_REDUCE_RANGE_CHECK with the operands of the pseudo, its label
 * turned into the signed distance in bytes. Source: image-assembly.md §10, dma.md §8.4, exec-sunda.md §5.
 */
public final class IndirectMemcpyLowering {
    /**
     * Bit of the config byte of DMA_INDIRECT: the index vector holds 64-bit device addresses, base and step of the
     * indirect side being 0 and 1. An encoding of the emulator's.
     */
    public static final int ADDRESS_INDICES = 0x80;

    /** Ours: the real text is not known. */
    static final LogMessage NO_QUEUE =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Engine %s has no queue for indirect memcpy");

    private static final DmaAddress NOWHERE = new DmaAddress(0);

    private final LoweringContext context;

    IndirectMemcpyLowering(LoweringContext context) {
        this.context = context;
    }

    void memcpy(TranslationPoint point) {
        MemcpyFullIndirect copy = point.operands(MemcpyFullIndirect.class);
        StaticQueue queue = queue();
        boolean save = copy.direction() != 0;
        DmaAddress data =
                DmaAddress.ofAbsolute(context.plan().registers().stateBuffer() + Integer.toUnsignedLong(copy.direct()));
        int partitions = (int) copy.directCount1();
        int stride = (int) copy.directStride();
        int run = (int) copy.elementSize();
        Indirect1d operands = new Indirect1d(
                queue.semaphores().get(0),
                // Every queue of the set reports twice: exec-sunda.md §5 (0xC4).
                2 * queue.set().engines(),
                (int) copy.indexCount1(),
                save ? DmaExtension.DESTINATION_INDIRECT : DmaExtension.SOURCE_INDIRECT,
                save ? data : NOWHERE,
                save ? stride : 1,
                partitions,
                run,
                save ? NOWHERE : data,
                save ? 1 : stride,
                partitions,
                run,
                save ? 0 : copy.indices(),
                save ? copy.indices() : 0,
                0,
                0,
                0,
                0,
                0,
                ADDRESS_INDICES);
        point.emit(point.lowered(Opcode.DMA_INDIRECT, operands));
    }

    private StaticQueue queue() {
        return context.plan().ownedBy(context.engine()).stream()
                .filter(q -> q.type() == DmaRingType.INDIRECT_MEMCPY
                        && !q.semaphores().isEmpty())
                .findFirst()
                .orElseThrow(() -> context.invalid(NO_QUEUE, context.engine().key()));
    }

    void rangeCheck(TranslationPoint point) {
        long id = point.operands(RangeCheck.class).label();
        Label target = point.labels()
                .target((int) id, point.index())
                .orElseThrow(() -> context.invalid(
                        FunctionLowering.UNKNOWN_LABEL, id, context.engine().key()));
        Slot check = point.copy().setU8(Slot.OPCODE, Opcode.TENSOR_REDUCE_RANGE_CHECK.code());
        point.emitBranch(check, target, DistanceField.LABEL_WORD);
    }
}
