package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ADDR4;
import static io.nrt4j.hal.isa.FieldType.ALU_OP;
import static io.nrt4j.hal.isa.FieldType.BYTES;
import static io.nrt4j.hal.isa.FieldType.CHANNELS;
import static io.nrt4j.hal.isa.FieldType.DTYPE;
import static io.nrt4j.hal.isa.FieldType.RAW32;
import static io.nrt4j.hal.isa.FieldType.REDUCE_DIMENSION;
import static io.nrt4j.hal.isa.FieldType.TENSOR3D;
import static io.nrt4j.hal.isa.FieldType.TENSOR4D;
import static io.nrt4j.hal.isa.FieldType.TEXT;
import static io.nrt4j.hal.isa.FieldType.U32;
import static io.nrt4j.hal.isa.FieldType.UNNAMED;

/**
 * Operands of v1. The compiler fills what a layout leaves over with a comment, mostly the name of the instruction.
 *
 * <p>Given are the layouts of COPY, the DMA trigger and the table load (isa-encodings.md §7.1, §5.1; dialects.md §7).
 * The others were read off the slots of the three inf1 files: start addresses, counts and the beginning of the
 * comment leave one reading, except for the two types at 9 and 10 of an activation, whose order is a guess.
 */
public sealed interface TongaOperands extends Operands {
    /** The stationary tile. */
    record LoadWeights(
            @At(value = 8, type = DTYPE) int inDtype,
            @At(value = 12, type = TENSOR3D) AccessPattern src,
            @At(28) int rows,
            @At(29) int cols,
            @At(value = 30, type = TEXT, length = 34) Bytes comment)
            implements TongaOperands {}

    /** Moving tile times stationary tile; {@code accumulateFlags} 1 on the first product of a sum. */
    record MatMul(
            @At(value = 8, type = DTYPE) int inDtype,
            @At(10) int accumulateFlags,
            @At(value = 16, type = TENSOR3D) AccessPattern src,
            @At(value = 32, type = TENSOR3D) AccessPattern dst,
            @At(48) int rows,
            @At(49) int cols,
            @At(value = 50, type = TEXT, length = 14) Bytes comment)
            implements TongaOperands {}

    /** {@code dst = function(scale * src + bias)}; the function ids are not those of v2. */
    record Activate(
            @At(value = 8, type = DTYPE) int inDtype,
            @At(value = 9, type = DTYPE) int biasDtype,
            @At(value = 10, type = DTYPE) int outDtype,
            @At(11) int function,
            @At(value = 12, type = RAW32) int scale,
            @At(value = 16, type = ADDR4) int bias,
            @At(value = 24, type = TENSOR3D) AccessPattern src,
            @At(value = 40, type = TENSOR3D) AccessPattern dst,
            @At(value = 56, type = CHANNELS) int channels,
            @At(value = 57, type = TEXT, length = 7) Bytes comment)
            implements TongaOperands {}

    /** {@code dst = src0 op src1}. */
    record TensorTensor(
            @At(value = 8, type = DTYPE) int in0Dtype,
            @At(value = 9, type = DTYPE) int in1Dtype,
            @At(value = 10, type = DTYPE) int outDtype,
            @At(value = 11, type = ALU_OP) int op,
            @At(value = 12, type = TENSOR3D) AccessPattern src0,
            @At(value = 28, type = TENSOR3D) AccessPattern src1,
            @At(value = 44, type = TENSOR3D) AccessPattern dst,
            @At(value = 60, type = CHANNELS) int channels,
            @At(value = 61, type = TEXT, length = 3) Bytes comment)
            implements TongaOperands {}

    /** Reduction. */
    record TensorReduce(
            @At(value = 8, type = DTYPE) int inDtype,
            @At(value = 9, type = DTYPE) int outDtype,
            @At(value = 10, type = ALU_OP) int op,
            @At(value = 11, type = REDUCE_DIMENSION) int opDimension,
            @At(value = 12, type = TENSOR4D) AccessPattern src,
            @At(value = 32, type = TENSOR4D) AccessPattern dst,
            @At(value = 52, type = CHANNELS) int channels,
            @At(value = 53, type = TEXT, length = 11) Bytes comment)
            implements TongaOperands {}

    /** {@code dst = op1(op0(src, immediate0), immediate1)}; the immediates are fp32 bits, or addresses in the PTR form. */
    record TensorScalar(
            @At(value = 8, type = DTYPE) int inDtype,
            @At(value = 9, type = DTYPE) int outDtype,
            @At(value = 10, type = ALU_OP) int op0,
            @At(value = 11, type = ALU_OP) int op1,
            @At(value = 12, type = RAW32) int immediate0,
            @At(value = 16, type = RAW32) int immediate1,
            @At(value = 20, type = TENSOR3D) AccessPattern src,
            @At(value = 36, type = TENSOR3D) AccessPattern dst,
            @At(value = 52, type = CHANNELS) int channels,
            @At(value = 53, type = UNNAMED) int unnamed53,
            @At(value = 54, type = TEXT, length = 10) Bytes comment)
            implements TongaOperands {}

    /** Copy, cast, reciprocal. A copy has one type and leaves {@code outDtype} 0. */
    record Copy(
            @At(value = 8, type = DTYPE) int inDtype,
            @At(value = 9, type = DTYPE) int outDtype,
            @At(value = 12, type = TENSOR4D) AccessPattern src,
            @At(value = 32, type = TENSOR4D) AccessPattern dst,
            @At(value = 52, type = CHANNELS) int channels,
            @At(value = 53, type = TEXT, length = 11) Bytes comment)
            implements TongaOperands {}

    /** Fill. */
    record Memset(
            @At(value = 8, type = DTYPE) int dtype,
            @At(value = 12, type = RAW32) int value,
            @At(value = 16, type = TENSOR4D) AccessPattern dst,
            @At(value = 36, type = CHANNELS) int channels,
            @At(value = 37, type = TEXT, length = 27) Bytes comment)
            implements TongaOperands {}

    /** Moves between memory and the registers of the lanes; {@code direction} 0 load, 1 store. */
    record RegisterTransfer(
            @At(8) int direction,
            @At(value = 9, type = DTYPE) int dtype,
            @At(value = 10, type = TEXT, length = 22) Bytes comment,
            @At(value = 32, type = TENSOR4D) AccessPattern tensor,
            @At(value = 52, type = CHANNELS) int channels)
            implements TongaOperands {}

    /** Permutes 32 lanes from {@code firstLane} on. */
    record RegisterShuffle(
            @At(8) int firstLane,
            @At(value = 9, type = TEXT, length = 23) Bytes comment,
            @At(value = 32, type = BYTES, length = 32) Bytes lanes)
            implements TongaOperands {}

    /** {@code SEMAPHORE_TEST_AND_SET}: 3, 0, 1, 0 at the four unnamed bytes on PE and POOL; 3, 3, 1, 1 on ACT. */
    record SemaphoreTestAndSet(
            @At(value = 8, type = U32) long semaphore,
            @At(value = 12, type = UNNAMED) int unnamed12,
            @At(value = 13, type = UNNAMED) int unnamed13,
            @At(value = 14, type = UNNAMED) int unnamed14,
            @At(value = 16, type = UNNAMED) int unnamed16,
            @At(value = 19, type = TEXT, length = 45) Bytes comment)
            implements TongaOperands {}

    /** A number and a comment: cycles of a NOP, the argument of a transfer adjustment. */
    record NumberAndComment(
            @At(value = 8, type = U32) long number,
            @At(value = 12, type = TEXT, length = 52) Bytes comment) implements TongaOperands {}

    /** {@code DMA_TRIGGER}. */
    record DmaTrigger(
            @At(value = 8, type = TEXT, length = 32) Bytes queue,
            @At(value = 40, type = U32) long useRawCount,
            @At(value = 44, type = U32) long block,
            @At(value = 48, type = TEXT, length = 16) Bytes comment)
            implements TongaOperands {}

    /** {@code LOAD_ACT_FUNC_SET}. */
    record LoadActFuncSet(
            @At(value = 8, type = TEXT, length = 32) Bytes set,
            @At(value = 40, type = TEXT, length = 24) Bytes comment) implements TongaOperands {}
}
