package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.BYTES;
import static io.nrt4j.hal.isa.FieldType.DTYPE;
import static io.nrt4j.hal.isa.FieldType.FP32_MODE;
import static io.nrt4j.hal.isa.FieldType.TENSOR1D;
import static io.nrt4j.hal.isa.FieldType.TENSOR2D;
import static io.nrt4j.hal.isa.FieldType.TENSOR3D;
import static io.nrt4j.hal.isa.FieldType.TENSOR4D;
import static io.nrt4j.hal.isa.FieldType.U16;
import static io.nrt4j.hal.isa.FieldType.UNNAMED;

/** Operands of the matrix engine. Source: isa.md §5.1-5.2, isa-encodings.md §1. */
public sealed interface PeOperands extends Operands {
    /** Common to the instructions that use the array: its rows are partitions of the source. */
    sealed interface ArrayAccess extends PeOperands {
        /** Rows of the array in use (K): partitions of the source. */
        int rows();

        /** Columns of the array in use (M). */
        int cols();
    }

    /**
     * {@code S3_LW} of v2 to v4: the stationary tile. The first element read goes to the last column.
     *
     * @param transposeMode 1 in a transpose through the array
     * @param perfOpt 3 double pixel, others unknown
     * @param replication v2 only; 0 in all real slots
     * @param backgroundTranspose v4
     * @param rowGroup mask of the 32-row groups in use
     * @param colGroup mask of the 32-column groups in use
     * @param unnamed46 1, 2 or 15 in sunda programs; no effect on results
     * @param flags v4: bits transpose, scalar (2), seed (2), load order (1: 0 last column first)
     */
    record LoadWeights(
            @At(value = 12, since = Generation.V4) int backgroundTranspose,
            @At(value = 16, type = TENSOR3D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 33, type = FP32_MODE) int fp32Mode,
            @At(34) int transposeMode,
            @At(35) int perfOpt,
            @At(value = 36, type = U16) int replication,
            @At(38) int rows,
            @At(39) int cols,
            @At(44) int rowGroup,
            @At(45) int colGroup,
            @At(value = 46, type = UNNAMED) int unnamed46,
            @At(value = 47, since = Generation.V4) int flags)
            implements ArrayAccess {}

    /** {@code S3_LW} of v5. {@code cols} 0 stands for 256. */
    record LoadWeightsV5(
            @At(value = 16, type = TENSOR3D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 33, type = FP32_MODE) int fp32Mode,
            @At(34) int rows,
            @At(35) int cols,
            @At(36) int tileSize,
            @At(37) int tileSelect,
            @At(38) int flags,
            @At(39) int perfMode)
            implements ArrayAccess {}

    /**
     * {@code S3D3_MM} of v2 to v4: moving tile times stationary tile into PSUM.
     *
     * @param transpose 1: the operand passes through, see {@link LoadWeights#transposeMode}
     * @param outDtype 0 stands for fp32
     * @param flags v4: bits scalar (2), seed (2), accumulate, transpose
     * @param accumulateFlags bit 0 begin, bit 1 end, bit 2 begin of an accumulation
     * @param unnamed46 1 or 16 in sunda programs; no effect on results
     * @param zeroRegion log2 of the region that "begin" marks, in units of 2048 bytes
     */
    record MatMul(
            @At(value = 16, type = TENSOR3D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 33, type = FP32_MODE) int fp32Mode,
            @At(34) int transpose,
            @At(35) int perfOpt,
            @At(value = 36, type = U16) int perfOptSource,
            @At(38) int rows,
            @At(39) int cols,
            @At(value = 40, type = DTYPE) int outDtype,
            @At(value = 42, since = Generation.V4) int flags,
            @At(43) int accumulateFlags,
            @At(44) int rowGroup,
            @At(45) int colGroup,
            @At(value = 46, type = UNNAMED) int unnamed46,
            @At(47) int zeroRegion,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements ArrayAccess {}

    /** {@code S3D3_MM} of v5. {@code cols} 0 stands for 256. */
    record MatMulV5(
            @At(value = 16, type = TENSOR3D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 33, type = FP32_MODE) int fp32Mode,
            @At(value = 34, type = DTYPE) int outDtype,
            @At(35) int rows,
            @At(36) int cols,
            @At(37) int tileSize,
            @At(38) int tileSelect,
            @At(39) int flags,
            @At(40) int perfMode,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements ArrayAccess {}

    /** {@code S3_LT}: packed 4-bit tags, four per 16-bit element, in the column order of {@link LoadWeights}. */
    record LoadTags(@At(value = 16, type = TENSOR3D) AccessPattern src) implements PeOperands {}

    /**
     * {@code S4D3_MM}: the sparse product.
     *
     * @param src its fourth dimension runs over 2, 3 or 4 feature maps
     */
    record SparseMatMul(
            @At(value = 12, type = TENSOR4D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 33, type = FP32_MODE) int fp32Mode,
            @At(value = 34, type = DTYPE) int outDtype,
            @At(35) int perfOpt,
            @At(38) int rows,
            @At(39) int cols,
            @At(43) int accumulateFlags,
            @At(44) int rowGroup,
            @At(45) int colGroup,
            @At(46) int activeRowMode,
            @At(47) int zeroRegion,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements ArrayAccess {}

    /**
     * {@code S2S1D2_PE_SEED}.
     *
     * @param mode 0 none, 1 load, 2 save
     */
    record ManageSeed(
            @At(value = 12, type = TENSOR2D) AccessPattern src,
            @At(value = 24, type = TENSOR1D) AccessPattern identity,
            @At(value = 32, type = DTYPE) int identityDtype,
            @At(33) int mode,
            @At(34) int rows,
            @At(35) int cols,
            @At(value = 36, type = TENSOR2D) AccessPattern dst)
            implements ArrayAccess {}

    /** {@code SMX1_LW}: weights with shared scales; the layout of the 16-byte source pattern is not known. */
    record LoadWeightsMx(
            @At(value = 16, type = BYTES, length = 16) Bytes src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(38) int rows,
            @At(39) int cols,
            @At(44) int rowGroup,
            @At(45) int colGroup)
            implements ArrayAccess {}

    /** {@code SMX1D3_MM}: product of operands with shared scales. */
    record MatMulMx(
            @At(value = 16, type = BYTES, length = 16) Bytes src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(38) int rows,
            @At(39) int cols,
            @At(value = 40, type = DTYPE) int outDtype,
            @At(43) int accumulateFlags,
            @At(44) int rowGroup,
            @At(45) int colGroup,
            @At(47) int zeroRegion,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements ArrayAccess {}
}
