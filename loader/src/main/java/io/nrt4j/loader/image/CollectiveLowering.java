package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.dma.CollectiveOp.Kind;
import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.isa.CollectiveExtension;
import io.nrt4j.hal.isa.CollectiveOperand;
import io.nrt4j.hal.isa.CollectiveType;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.PseudoOperands.CurrentRankId;
import io.nrt4j.hal.isa.PseudoOperands.Extension;
import io.nrt4j.hal.isa.PseudoOperands.SendReceive;
import io.nrt4j.hal.isa.PseudoOperands.TriggerAllReduce;
import io.nrt4j.hal.isa.PseudoOperands.TriggerCollective;
import io.nrt4j.hal.isa.PseudoOperands.TriggerCollective2;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LogMessage;
import java.util.List;
import java.util.Optional;

/**
 * Collective operations: one slot that triggers the top-SP, and an entry in the graph's plan.
 *
 * <p>Source: image-assembly.md §10, exec.md §7.1, isa-encodings.md §5.6. The trigger keeps the slot's wait; the update
 * belongs to the completed operation, so the plan has it. No real image holds one.
 */
final class CollectiveLowering {
    static final LogMessage SINGLE_STREAM =
            LogMessage.error("TDRV", "instr_col_translate_ptc2", "PTC instructions only support single streams");
    static final LogMessage SETUP_FAILED = LogMessage.error(
            "TDRV", "instr_col_translate_ptc2", "Failed to setup pseudo trigger collectives2 instruction");
    /** Of the older forms. When the real runtime prints it is not known. */
    static final LogMessage CONTEXT_FAILED =
            LogMessage.error("TDRV", "translate_one_pseudo_instr_v2", "Failed to build cc context");
    /** Ours: no texts are known. */
    static final LogMessage MISSING_EXTENSION = LogMessage.error(
            "TDRV", "instr_col_translate_ptc2", "Pseudo trigger collective2 instruction must be followed by extension");

    static final LogMessage UNKNOWN_DTYPE =
            LogMessage.error("TDRV", "instr_col_translate_ptc2", "Invalid dtype %u of a collective");
    static final LogMessage BAD_SIZE =
            LogMessage.error("TDRV", "instr_col_translate_ptc2", "Invalid number of elements %lu of a collective");

    private static final long NO_PEER = -1;

    private final LoweringContext context;
    private final PlaceResolver places;

    CollectiveLowering(LoweringContext context) {
        this.context = context;
        this.places = new PlaceResolver(context.variables(), context.nlog());
    }

    void allReduce(TranslationPoint point) {
        TriggerAllReduce trigger = point.operands(TriggerAllReduce.class);
        long bytes = bytes(trigger.elements(), elementBytes(trigger.dtype()));
        trigger(
                point,
                new Operation(
                        Kind.COLLECTIVE,
                        CollectiveType.ALL_REDUCE.code(),
                        trigger.op(),
                        trigger.dtype(),
                        0,
                        NO_PEER,
                        whole((int) trigger.input(), 0, bytes),
                        whole((int) trigger.output(), 0, bytes),
                        trigger.elements()));
    }

    void collective(TranslationPoint point) {
        TriggerCollective trigger = point.operands(TriggerCollective.class);
        int element = elementBytes(trigger.dtype());
        long bytes = bytes(trigger.elements(), element);
        trigger(
                point,
                new Operation(
                        Kind.COLLECTIVE,
                        trigger.collective(),
                        trigger.op(),
                        trigger.dtype(),
                        trigger.group(),
                        NO_PEER,
                        whole((int) trigger.input(), trigger.srcOffset() * element, bytes),
                        whole((int) trigger.output(), trigger.dstOffset() * element, bytes),
                        trigger.elements()));
    }

    void collective2(TranslationPoint point) {
        TriggerCollective2 trigger = point.operands(TriggerCollective2.class);
        CollectiveExtension extension =
                point.extension().map(Extension::ofCollective).orElseThrow(() -> context.invalid(MISSING_EXTENSION));
        if (extension.stream() != 0) {
            throw context.invalid(SINGLE_STREAM);
        }
        int element = elementBytes(trigger.dtype());
        trigger(
                point,
                new Operation(
                        Kind.COLLECTIVE,
                        trigger.collective(),
                        trigger.op(),
                        trigger.dtype(),
                        extension.group(),
                        NO_PEER,
                        operand(trigger.src0(), element),
                        operand(extension.dst(), element),
                        trigger.src0().elements()));
    }

    void sendReceive(TranslationPoint point) {
        SendReceive slot = point.operands(SendReceive.class);
        StridedPattern bytes = whole((int) slot.tensor(), slot.offset(), bytes(slot.size(), 1));
        Kind kind = slot.send() != 0 ? Kind.SEND : Kind.RECEIVE;
        trigger(point, new Operation(kind, 0, 0, 0, 0, slot.peer(), bytes, bytes, slot.size()));
    }

    /** What the plan entry of an operation holds beside its place. */
    private record Operation(
            Kind kind,
            int type,
            int reduceOp,
            int dtype,
            int group,
            long peer,
            StridedPattern source,
            StridedPattern destination,
            long elements) {}

    private void trigger(TranslationPoint point, Operation operation) {
        boolean isNewForm = point.source().opcodeCode() == Opcode.PSEUDO_TRIGGER_COLLECTIVE2.code();
        context.replicaGroups().checkMembership(operation.group(), isNewForm ? SETUP_FAILED : CONTEXT_FAILED);
        int sequence = context.collectives().next();
        long address = context.plan().registers().topSpTrigger(0);
        Events events = Events.decode(point.source());
        context.collectives()
                .add(new CollectiveOp(
                        context.engine(),
                        sequence,
                        address,
                        operation.kind(),
                        operation.type(),
                        operation.reduceOp(),
                        operation.dtype(),
                        operation.group(),
                        operation.peer(),
                        operation.source(),
                        operation.destination(),
                        operation.elements(),
                        EventFields.updateOf(point.source())));
        point.emit(
                context.collectiveOptions().nop()
                        ? RuntimeSlots.nop(events)
                        : RuntimeSlots.write(address, sequence + 1L, EventFields.waitOf(point.source())));
    }

    /** The rank as an immediate: it is known at load. */
    void rankId(TranslationPoint point) {
        moveRank(point, point.operands(CurrentRankId.class).destination());
    }

    /** That GID_LOAD names its register where CUR_PROCESSING_RANK_ID does is an assumption. */
    void globalId(TranslationPoint point) {
        moveRank(point, point.source().u8(18));
    }

    private void moveRank(TranslationPoint point, int register) {
        Slot move =
                RuntimeSlots.moveImmediate(register, context.collectiveOptions().rank());
        point.emit(EventFields.copyControlAndEvents(point.source(), move));
    }

    private int elementBytes(int code) {
        Optional<Dtype> type = Dtype.fromCode(code).filter(t -> t.bytes() > 0);
        return type.orElseThrow(() -> context.invalid(UNKNOWN_DTYPE, code)).bytes();
    }

    private long bytes(long elements, int elementBytes) {
        if (elements <= 0 || elements > Long.MAX_VALUE / elementBytes) {
            throw context.invalid(BAD_SIZE, elements);
        }
        return elements * elementBytes;
    }

    private StridedPattern whole(int varId, long offset, long bytes) {
        return places.pattern(varId, offset, bytes, List.of(), List.of());
    }

    /** Steps and counts are elements; a missing dimension counts as one. */
    private StridedPattern operand(CollectiveOperand operand, int element) {
        long count0 = Math.max(1, Integer.toUnsignedLong(operand.count0()));
        long count1 = Math.max(1, Integer.toUnsignedLong(operand.count1()));
        long step0 = operand.step0() * (long) element;
        long step1 = operand.step1() * (long) element;
        long offset = Integer.toUnsignedLong(operand.address().offset());
        return places.pattern(operand.address().id(), offset, element, List.of(count0, count1), List.of(step0, step1));
    }
}
