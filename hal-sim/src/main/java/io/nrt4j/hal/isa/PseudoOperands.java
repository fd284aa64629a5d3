package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ADDRESS64;
import static io.nrt4j.hal.isa.FieldType.ALU_OP;
import static io.nrt4j.hal.isa.FieldType.BYTES;
import static io.nrt4j.hal.isa.FieldType.CHANNELS;
import static io.nrt4j.hal.isa.FieldType.COLLECTIVE_OPERAND;
import static io.nrt4j.hal.isa.FieldType.COLLECTIVE_TYPE;
import static io.nrt4j.hal.isa.FieldType.DTYPE;
import static io.nrt4j.hal.isa.FieldType.DTYPE_PAIR;
import static io.nrt4j.hal.isa.FieldType.FLAG;
import static io.nrt4j.hal.isa.FieldType.I32;
import static io.nrt4j.hal.isa.FieldType.IMMEDIATE_SOURCE;
import static io.nrt4j.hal.isa.FieldType.REGISTER;
import static io.nrt4j.hal.isa.FieldType.TENSOR2D;
import static io.nrt4j.hal.isa.FieldType.TEXT;
import static io.nrt4j.hal.isa.FieldType.U16;
import static io.nrt4j.hal.isa.FieldType.U32;
import static io.nrt4j.hal.isa.FieldType.U64;

/**
 * Operands of the instructions that the loader replaces or removes.
 *
 * <p>Source: isa-encodings.md §5, image-assembly.md §10.
 */
public sealed interface PseudoOperands extends Operands {
    /**
     * {@code PSEUDO_DMA_TRIGGER}: fires a block of a static queue.
     *
     * @param queue name, at most 31 characters
     * @param block the block's id, or with {@code useRawCount} a descriptor count
     */
    record DmaTrigger(
            @At(value = 12, type = TEXT, length = 32) Bytes queue,
            @At(value = 44, type = U32) long useRawCount,
            @At(value = 48, type = U32) long block)
            implements PseudoOperands {}

    /** {@code PSEUDO_DMA_REARM}. */
    record DmaRearm(
            @At(value = 12, type = TEXT, length = 32) Bytes queue) implements PseudoOperands {}

    /** {@code PSEUDO_DMA_BARRIER}: a write fence. */
    record DmaBarrier(@At(value = 12, type = U32) long metadata) implements PseudoOperands {}

    /** {@code PSEUDO_DMASWAP_QUEUE_SET}. */
    record SwapQueueSet(
            @At(value = 12, type = TEXT, length = 32) Bytes queue,
            @At(value = 59, type = FLAG) int instance,
            @At(value = 60, type = U32) long marker)
            implements PseudoOperands {}

    /** {@code PSEUDO_LOAD_ACT_FUNC_SET}: names a set of activation tables. */
    record LoadActFuncSet(
            @At(value = 12, type = TEXT, length = 32) Bytes set) implements PseudoOperands {}

    /** {@code PSEUDO_TRIGGER_ALL_REDUCE}. */
    record TriggerAllReduce(
            @At(value = 12, type = ALU_OP) int op,
            @At(value = 13, type = DTYPE) int dtype,
            @At(value = 16, type = U32) long input,
            @At(value = 20, type = U32) long output,
            @At(value = 24, type = U64) long elements)
            implements PseudoOperands {}

    /**
     * {@code PSEUDO_TRIGGER_COLLECTIVE}.
     *
     * @param input var_id
     * @param output var_id
     * @param srcOffset in elements
     */
    record TriggerCollective(
            @At(value = 12, type = ALU_OP) int op,
            @At(value = 13, type = DTYPE) int dtype,
            @At(value = 14, type = U16) int group,
            @At(value = 16, type = U32) long input,
            @At(value = 20, type = U32) long output,
            @At(value = 24, type = U64) long elements,
            @At(value = 32, type = COLLECTIVE_TYPE) int collective,
            @At(value = 48, type = U64) long srcOffset,
            @At(value = 56, type = U64) long dstOffset)
            implements PseudoOperands {}

    /** {@code PSEUDO_TRIGGER_COLLECTIVE2}: the destination stands in the {@link Extension} behind it. */
    record TriggerCollective2(
            @At(value = 12, type = ALU_OP) int op,
            @At(value = 13, type = DTYPE) int dtype,
            @At(value = 14, type = COLLECTIVE_TYPE) int collective,
            @At(15) int dimension,
            @At(value = 16, type = COLLECTIVE_OPERAND) CollectiveOperand src0,
            @At(value = 40, type = COLLECTIVE_OPERAND) CollectiveOperand src1)
            implements PseudoOperands {}

    /** {@code PSEUDO_SEND_RECV}. */
    record SendReceive(
            @At(value = 12, type = U32) long tensor,
            @At(value = 16, type = U64) long peer,
            @At(value = 24, type = FLAG) int send,
            @At(value = 48, type = U64) long offset,
            @At(value = 56, type = U64) long size)
            implements PseudoOperands {}

    /** {@code PSEUDO_CUR_PROCESSING_RANK_ID}: the rank of this core into a register. */
    record CurrentRankId(
            @At(value = 12, type = U16) int group,
            @At(value = 14, type = U16) int channel,
            @At(value = 16, type = U16) int iteration,
            @At(value = 18, type = REGISTER) int destination,
            @At(20) int stream)
            implements PseudoOperands {}

    /** {@code PSEUDO_EMBEDDING_UPDATE}. */
    record EmbeddingUpdate(
            @At(value = 12, type = DTYPE) int indexDtype,
            @At(value = 44, type = U32) long tableBase,
            @At(value = 48, type = U16) int entryElements,
            @At(value = 50, type = U16) int entryBytes,
            @At(value = 52, type = U16) int sequenceLength,
            @At(value = 56, type = U32) long tableEntries,
            @At(value = 60, type = U16) int entryBytesHigh)
            implements PseudoOperands {}

    /**
     * {@code PSEUDO_RANGE_CHECK}: {@code dst = (src - base) < size}; where that fails, control goes to the label.
     *
     * @param base address, or address of an address
     * @param inOutDtypes 0x31: 64-bit addresses in, bytes out
     */
    record RangeCheck(
            @At(value = 12, type = TENSOR2D) AccessPattern src,
            @At(value = 24, type = ADDRESS64) long base,
            @At(value = 32, type = U64) long size,
            @At(value = 40, type = DTYPE_PAIR) int immediateDtypes,
            @At(value = 41, type = DTYPE_PAIR) int inOutDtypes,
            @At(value = 42, type = IMMEDIATE_SOURCE) int baseSource,
            @At(value = 46, type = CHANNELS) int channels,
            @At(value = 48, type = U32) long label,
            @At(value = 52, type = TENSOR2D) AccessPattern dst)
            implements PseudoOperands {}

    /** {@code PSEUDO_BRANCH_LABEL}: a target of branches. */
    record BranchLabel(@At(value = 12, type = U32) long label) implements PseudoOperands {}

    /** {@code PSEUDO_MEM_2D}: {@link ControlOperands.Memory2d} whose address is a place in a variable. */
    record PseudoMemory2d(
            @At(value = 12, type = DTYPE) int dtype,
            @At(13) int dataSource,
            @At(14) int count0,
            @At(15) int count1,
            @At(value = 16, type = U32) long variable,
            @At(value = 20, type = U32) long offset,
            @At(value = 24, type = I32) int step0,
            @At(value = 28, type = I32) int step1,
            @At(value = 32, type = BYTES, length = 32) Bytes data)
            implements PseudoOperands {}

    /** {@code PSEUDO_FUNCTION_BEGIN}: the return address arrives in two registers. */
    record FunctionBegin(
            @At(value = 12, type = TEXT, length = 36) Bytes function,
            @At(value = 48, type = FLAG) int resetSemaphores,
            @At(value = 49, type = REGISTER) int returnLow,
            @At(value = 50, type = REGISTER) int returnHigh)
            implements PseudoOperands {}

    /** {@code PSEUDO_FUNCTION_CALL}. */
    record FunctionCall(
            @At(value = 12, type = TEXT, length = 36) Bytes function,
            @At(value = 48, type = U32) long argumentTable) implements PseudoOperands {}

    /** {@code PSEUDO_CORE_BARRIER}: between the cores of one virtual core. */
    record CoreBarrier(
            @At(value = 12, type = U32) long id,
            @At(value = 16, type = U32) long semaphore) implements PseudoOperands {}

    /** {@code PSEUDO_INST}: sub-operation 1 leaves the program, 2 reloads a library index. */
    record Exit(@At(12) int subOperation) implements PseudoOperands {
        /** {@link #subOperation} that leaves the program. */
        public static final int EXIT = 1;
        /** {@link #subOperation} that reloads a library index. */
        public static final int LIBRARY_RELOAD_INDEX = 2;
    }

    /**
     * {@code PSEUDO_EXTENSION}: the second half of the slot before it, which decides what its bytes mean.
     *
     * @param payload bytes 1 to 63
     */
    record Extension(
            @At(value = 1, type = BYTES, length = 63) Bytes payload) implements PseudoOperands {
        private Slot slot() {
            Slot slot = Slot.create(Opcode.PSEUDO_EXTENSION);
            payload.encode(slot, 1);
            return slot;
        }

        /** The reading behind a {@link Opcode#PSEUDO_DMA_DIRECT2D}. */
        public DmaExtension ofDma() {
            return DmaExtension.decode(slot());
        }

        /** The reading behind a {@link Opcode#PSEUDO_TRIGGER_COLLECTIVE2}. */
        public CollectiveExtension ofCollective() {
            return CollectiveExtension.decode(slot());
        }
    }
}
