package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ACCUMULATOR_COMMAND;
import static io.nrt4j.hal.isa.FieldType.ALU_OP;
import static io.nrt4j.hal.isa.FieldType.CHANNELS;
import static io.nrt4j.hal.isa.FieldType.DTYPE;
import static io.nrt4j.hal.isa.FieldType.DTYPE_PAIR;
import static io.nrt4j.hal.isa.FieldType.FLAG;
import static io.nrt4j.hal.isa.FieldType.IMMEDIATE_SOURCE;
import static io.nrt4j.hal.isa.FieldType.RAW32;
import static io.nrt4j.hal.isa.FieldType.REDUCE_DIMENSION;
import static io.nrt4j.hal.isa.FieldType.TENSOR2D;
import static io.nrt4j.hal.isa.FieldType.TENSOR3D;
import static io.nrt4j.hal.isa.FieldType.TENSOR4D;
import static io.nrt4j.hal.isa.FieldType.U32;

/**
 * Operands that the vector engine shares with others: element-wise arithmetic, reductions, statistics, selection.
 *
 * <p>Source: isa.md §5.5-5.8, isa-encodings.md §3, exec-sunda.md §5.
 */
public sealed interface VectorOperands extends Operands {
    /**
     * {@code S4D4_TR}: reductions, copies, casts, reciprocals, scans, shuffles.
     *
     * @param negated 1 negates a reduction's result
     * @param op of a reduction, else 0
     * @param maskEnable 1: the mask of {@link Opcode#LOAD_MASK_SELECT} enables output partitions
     */
    record TensorReduce(
            @At(value = 12, type = TENSOR4D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 33, type = DTYPE) int outDtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 35, type = FLAG) int negated,
            @At(value = 36, type = ALU_OP) int op,
            @At(value = 37, type = REDUCE_DIMENSION) int opDimension,
            @At(value = 38, type = FLAG) int maskEnable,
            @At(value = 44, type = TENSOR4D) AccessPattern dst)
            implements VectorOperands {}

    /**
     * {@code S3D3_TS}: {@code dst = op1(op0(src, immediate0), immediate1)}.
     *
     * @param reverseOperands bit 0 exchanges the operands of op0, bit 1 those of op1
     * @param immediate0 fp32 bits, bits of the input type, or an address
     * @param immediate1 the same for op1
     */
    record TensorScalar(
            @At(value = 12, type = ACCUMULATOR_COMMAND) int accumulatorCommand,
            @At(value = 16, type = TENSOR3D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 33, type = DTYPE) int outDtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 35, type = IMMEDIATE_SOURCE) int immediate0Source,
            @At(value = 36, type = ALU_OP) int op0,
            @At(value = 37, type = ALU_OP) int op1,
            @At(38) int reverseOperands,
            @At(value = 39, type = IMMEDIATE_SOURCE) int immediate1Source,
            @At(value = 40, type = RAW32) int immediate0,
            @At(value = 44, type = RAW32) int immediate1,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements VectorOperands {}

    /**
     * {@code S3S3D3_TT}: {@code dst = src0 op src1}.
     *
     * @param inDtypes low nibble src0, high nibble src1
     */
    record TensorTensor(
            @At(value = 12, type = DTYPE_PAIR) int inDtypes,
            @At(value = 13, type = DTYPE) int outDtype,
            @At(value = 14, type = ALU_OP) int op,
            @At(value = 15, type = CHANNELS) int channels,
            @At(value = 16, type = TENSOR3D) AccessPattern src0,
            @At(value = 32, type = TENSOR3D) AccessPattern src1,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements VectorOperands {}

    /**
     * {@code D4_MR}: fills, random bits, register and index read-out.
     *
     * @param dstElementCount per partition: the product of the counts
     * @param serializationMode 0 serial, the only legal one
     * @param value raw bits of the type
     */
    record Memset(
            @At(value = 28, type = U32) long dstElementCount,
            @At(value = 32, type = DTYPE) int dtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(36) int serializationMode,
            @At(value = 40, type = RAW32) int value,
            @At(value = 44, type = TENSOR4D) AccessPattern dst)
            implements VectorOperands {}

    /**
     * {@code S2S2D2_STT}: {@code dst = (src0 op0 immediate) op1 src1}, scans and selections.
     *
     * @param inDtypes low nibble src0, high nibble src1
     * @param immediate0 value or address; the initial state of a scan
     */
    record ScalarTensorTensor(
            @At(value = 12, type = TENSOR2D) AccessPattern src0,
            @At(value = 24, type = TENSOR2D) AccessPattern src1,
            @At(value = 36, type = ALU_OP) int op0,
            @At(value = 37, type = ALU_OP) int op1,
            @At(38) int reverseOperands,
            @At(value = 39, type = IMMEDIATE_SOURCE) int immediate0Source,
            @At(value = 40, type = DTYPE_PAIR) int inDtypes,
            @At(value = 41, type = DTYPE) int outDtype,
            @At(value = 42, type = CHANNELS) int channels,
            @At(value = 43, type = DTYPE) int immediate0Dtype,
            @At(value = 44, type = ACCUMULATOR_COMMAND) int accumulatorCommand,
            @At(value = 48, type = TENSOR2D) AccessPattern dst,
            @At(value = 60, type = RAW32) int immediate0)
            implements VectorOperands {}

    /**
     * {@code S3D3_CP_PRED_SCALAR}: writes a scalar where a predicate is 0 (inverted) or not 0.
     *
     * @param inverted 1 in all real slots
     * @param scalarDtype type of {@code scalar}
     * @param scalar raw bits
     */
    record CopyPredicatedScalar(
            @At(value = 16, type = TENSOR3D) AccessPattern predicate,
            @At(value = 32, type = DTYPE) int predicateDtype,
            @At(value = 33, type = FLAG) int inverted,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 41, type = DTYPE) int scalarDtype,
            @At(value = 42, type = DTYPE) int outDtype,
            @At(value = 44, type = RAW32) int scalar,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements VectorOperands {}

    /**
     * {@code S4D2_BN}: batch-norm statistics, the eight largest values, their positions.
     *
     * @param evenCount of statistics: number of even-indexed elements, fp32 bits
     * @param oddCount the same for odd-indexed elements
     */
    record BatchNorm(
            @At(value = 12, type = TENSOR4D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 33, type = DTYPE) int outDtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 40, type = RAW32) int evenCount,
            @At(value = 44, type = RAW32) int oddCount,
            @At(value = 48, type = TENSOR2D) AccessPattern dst)
            implements VectorOperands {}

    /** {@code S2_BN}: loads parameters, or the eight values to match. */
    record ParameterLoad(
            @At(value = 16, type = TENSOR2D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 34, type = CHANNELS) int channels)
            implements VectorOperands {}

    /**
     * {@code S4D4_MR}: replaces one occurrence of each value to match.
     *
     * @param sentinel the replacement, fp32 bits
     */
    record MatchReplace(
            @At(value = 12, type = TENSOR4D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 33, type = DTYPE) int outDtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 40, type = RAW32) int sentinel,
            @At(value = 44, type = TENSOR4D) AccessPattern dst)
            implements VectorOperands {}

    /** {@code d3_rand} of v4: uniform random numbers; algorithm 3, post-processing 1. */
    record Rand2(
            @At(12) int algorithm,
            @At(14) int postProcess,
            @At(value = 32, type = DTYPE) int dtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 38, type = IMMEDIATE_SOURCE) int minSource,
            @At(value = 39, type = IMMEDIATE_SOURCE) int maxSource,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements VectorOperands {}

    /** {@code d4_rand}, {@code s1_rand}: generator state; algorithm 3 in the low byte. The patterns' places are not known. */
    record RandomState(@At(value = 12, type = RAW32) int algorithm) implements VectorOperands {}
}
