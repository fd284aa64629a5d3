package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.dma.CollectiveOp.Kind;
import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.dma.TensorPointer;
import io.nrt4j.hal.isa.CollectiveType;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.manifest.Variable;
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
    /** Ours: no text is known. */
    static final LogMessage MISSING_EXTENSION = LogMessage.error(
            "TDRV", "instr_col_translate_ptc2", "Pseudo trigger collective2 instruction must be followed by extension");

    static final LogMessage UNKNOWN_DTYPE =
            LogMessage.error("TDRV", "instr_col_translate_ptc2", "Invalid dtype %u of a collective");

    private static final int REDUCE_OP = 12;
    private static final int DTYPE = 13;
    private static final int GROUP = 14;
    private static final int INPUT = 16;
    private static final int OUTPUT = 20;
    private static final int ELEMENTS = 24;
    private static final int TYPE = 32;
    private static final int INPUT_OFFSET = 48;
    private static final int OUTPUT_OFFSET = 56;

    /** Of TRIGGER_COLLECTIVE2: type at 14, source operand at 16. */
    private static final int TYPE2 = 14;

    private static final int SOURCE2 = 16;
    /** Of its extension. */
    private static final int EXTENSION_GROUP = 2;

    private static final int EXTENSION_STREAM = 6;
    private static final int EXTENSION_DESTINATION = 8;

    private static final int PEER_TENSOR = 12;
    private static final int PEER_ID = 16;
    private static final int IS_SEND = 24;
    private static final int PEER_OFFSET = 48;
    private static final int PEER_SIZE = 56;

    private static final int RANK_REGISTER = 18;

    private final LoweringContext context;

    CollectiveLowering(LoweringContext context) {
        this.context = context;
    }

    void allReduce(TranslationPoint point) {
        Slot slot = point.source();
        variables(point, CollectiveType.ALL_REDUCE.code(), 0, slot, 0, 0);
    }

    void collective(TranslationPoint point) {
        Slot slot = point.source();
        variables(point, slot.u8(TYPE), slot.u16(GROUP), slot, slot.i64(INPUT_OFFSET), slot.i64(OUTPUT_OFFSET));
    }

    private void variables(
            TranslationPoint point, int type, int group, Slot slot, long inputOffset, long outputOffset) {
        int bytes = elementBytes(slot.u8(DTYPE));
        long elements = slot.i64(ELEMENTS);
        trigger(
                point,
                new Operation(
                        Kind.COLLECTIVE,
                        type,
                        slot.u8(REDUCE_OP),
                        slot.u8(DTYPE),
                        group,
                        0,
                        -1,
                        whole(slot.i32(INPUT), inputOffset * bytes, elements * bytes),
                        whole(slot.i32(OUTPUT), outputOffset * bytes, elements * bytes),
                        elements));
    }

    void collective2(TranslationPoint point) {
        Slot slot = point.source();
        Slot extension = point.next()
                .filter(n -> n.opcodeCode() == Opcode.PSEUDO_EXTENSION.code())
                .orElseThrow(() -> context.invalid(MISSING_EXTENSION));
        if (extension.u16(EXTENSION_STREAM) != 0) {
            throw context.invalid(SINGLE_STREAM);
        }
        int bytes = elementBytes(slot.u8(DTYPE));
        StridedPattern source = operand(slot, SOURCE2, bytes);
        trigger(
                point,
                new Operation(
                        Kind.COLLECTIVE,
                        slot.u8(TYPE2),
                        slot.u8(REDUCE_OP),
                        slot.u8(DTYPE),
                        extension.u16(EXTENSION_GROUP),
                        0,
                        -1,
                        source,
                        operand(extension, EXTENSION_DESTINATION, bytes),
                        source.bytes() / bytes));
    }

    void sendReceive(TranslationPoint point) {
        Slot slot = point.source();
        long size = slot.i64(PEER_SIZE);
        StridedPattern bytes = whole(slot.i32(PEER_TENSOR), slot.i64(PEER_OFFSET), size);
        Kind kind = slot.u8(IS_SEND) != 0 ? Kind.SEND : Kind.RECEIVE;
        trigger(point, new Operation(kind, 0, 0, 0, 0, 0, slot.i64(PEER_ID), bytes, bytes, size));
    }

    /** What the plan entry of an operation holds beside its place. */
    private record Operation(
            Kind kind,
            int type,
            int reduceOp,
            int dtype,
            int group,
            int stream,
            long peer,
            StridedPattern source,
            StridedPattern destination,
            long elements) {}

    private void trigger(TranslationPoint point, Operation operation) {
        context.replicaGroups().checkMembership(operation.group());
        Slot slot = point.source();
        int sequence = context.collectives().next();
        long address = context.plan().registers().topSpTrigger(operation.stream());
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
                        slot.updateMode(),
                        slot.updateIndex(),
                        slot.semaphoreValue()));
        if (context.collectiveOptions().nop()) {
            Slot nop = Slot.create(Opcode.NOP).setI32(Slot.OPERANDS, 1);
            point.emit(EventFields.copyControlAndEvents(slot, nop));
        } else {
            point.emit(EventFields.copyWait(slot, RuntimeSlots.write(address, sequence + 1L)));
        }
    }

    /** The rank as an immediate: it is known at load. */
    void rankId(TranslationPoint point) {
        int rank = context.collectiveOptions().rank();
        Slot move = RuntimeSlots.moveImmediate(point.source().u8(RANK_REGISTER), rank);
        point.emit(EventFields.copyControlAndEvents(point.source(), move));
    }

    /** As {@link #rankId}; that the register stands at the same place is an assumption. */
    void globalId(TranslationPoint point) {
        rankId(point);
    }

    private int elementBytes(int code) {
        Optional<Dtype> type = Dtype.fromCode(code).filter(t -> t.bytes() > 0);
        return type.orElseThrow(() -> context.invalid(UNKNOWN_DTYPE, code)).bytes();
    }

    private StridedPattern whole(int varId, long offset, long bytes) {
        return new StridedPattern(place(varId, offset, bytes), Math.max(1, bytes), List.of(), List.of());
    }

    /** Six words: offset in bytes, variable, two steps in elements, two counts. */
    private StridedPattern operand(Slot slot, int at, int elementBytes) {
        DmaAddress address = new DmaAddress(slot.i64(at));
        long count0 = Math.max(1, slot.u32(at + 16));
        long count1 = Math.max(1, slot.u32(at + 20));
        long step0 = slot.i32(at + 8) * (long) elementBytes;
        long step1 = slot.i32(at + 12) * (long) elementBytes;
        long extent = (count0 - 1) * Math.max(0, step0) + (count1 - 1) * Math.max(0, step1) + elementBytes;
        long base = place(address.id(), Integer.toUnsignedLong(address.offset()), extent);
        return new StridedPattern(base, elementBytes, List.of(count0, count1), List.of(step0, step1));
    }

    private long place(int varId, long offset, long bytes) {
        Optional<Variable> variable = context.variables().variable(varId);
        boolean tensor = variable.isPresent()
                && (variable.get() instanceof Variable.Input || variable.get() instanceof Variable.Output);
        if (!tensor) {
            return context.variables().resolve(varId, offset, bytes);
        }
        context.variables().checkRange(varId, offset, bytes);
        return TensorPointer.of(varId, offset);
    }
}
