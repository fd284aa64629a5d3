package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ADDRESS64;
import static io.nrt4j.hal.isa.FieldType.ALU_OP;
import static io.nrt4j.hal.isa.FieldType.BYTES;
import static io.nrt4j.hal.isa.FieldType.CHANNELS;
import static io.nrt4j.hal.isa.FieldType.DTYPE;
import static io.nrt4j.hal.isa.FieldType.DTYPE_PAIR;
import static io.nrt4j.hal.isa.FieldType.I32;
import static io.nrt4j.hal.isa.FieldType.IMMEDIATE_SOURCE;
import static io.nrt4j.hal.isa.FieldType.SEQUENCE4D;
import static io.nrt4j.hal.isa.FieldType.TENSOR2D;
import static io.nrt4j.hal.isa.FieldType.TENSOR3D;
import static io.nrt4j.hal.isa.FieldType.TENSOR4D;
import static io.nrt4j.hal.isa.FieldType.U16;
import static io.nrt4j.hal.isa.FieldType.U32;
import static io.nrt4j.hal.isa.FieldType.UNNAMED;

/** Operands of the GPSIMD engine. Source: isa-encodings.md §3-4, exec-sunda.md §5. */
public sealed interface PoolOperands extends Operands {
    /**
     * {@code S2D2_ADDR}: address arithmetic, {@code dst = src op0 immediate0 op1 immediate1}.
     *
     * @param immediate0 64-bit value, or the address of one value per partition
     * @param immediateDtypes low nibble immediate 0, high nibble immediate 1
     * @param inOutDtypes low nibble input, high nibble output
     */
    record TensorScalarAddress(
            @At(value = 12, type = TENSOR2D) AccessPattern src,
            @At(value = 24, type = ADDRESS64) long immediate0,
            @At(value = 32, type = ADDRESS64) long immediate1,
            @At(value = 40, type = DTYPE_PAIR) int immediateDtypes,
            @At(value = 41, type = DTYPE_PAIR) int inOutDtypes,
            @At(value = 42, type = IMMEDIATE_SOURCE) int immediate0Source,
            @At(value = 43, type = IMMEDIATE_SOURCE) int immediate1Source,
            @At(value = 44, type = ALU_OP) int op0,
            @At(value = 45, type = ALU_OP) int op1,
            @At(value = 46, type = CHANNELS) int channels,
            @At(47) int reverseOperands,
            @At(value = 52, type = TENSOR2D) AccessPattern dst)
            implements PoolOperands {}

    /**
     * {@code D4_IOTA}: {@code base + sum(index * step) + partition * channelMultiplier}.
     *
     * @param sequence base value, steps and counts
     */
    record Iota(
            @At(value = 12, type = SEQUENCE4D) AccessPattern sequence,
            @At(value = 33, type = DTYPE) int outDtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 36, type = I32) int channelMultiplier,
            @At(value = 44, type = TENSOR4D) AccessPattern dst)
            implements PoolOperands {}

    /**
     * {@code S4_PB}: fills the pool buffer, at most 512 elements.
     *
     * @param startIndex table position of the buffer's first element
     * @param mask which index bits select within the buffer
     */
    record PoolBufferLoad(
            @At(value = 12, type = TENSOR4D) AccessPattern src,
            @At(value = 32, type = DTYPE) int inDtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 40, type = U32) long startIndex,
            @At(value = 44, type = U32) long mask)
            implements PoolOperands {}

    /**
     * Gather from the pool buffer.
     *
     * @param keep 0: the first piece of a table; 1: leave the destination of indices outside the piece alone
     * @param unnamed37 set in real slots, no known effect
     */
    record Gather(
            @At(value = 12, type = TENSOR4D) AccessPattern indices,
            @At(value = 32, type = DTYPE) int indexDtype,
            @At(value = 33, type = DTYPE) int outDtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(36) int keep,
            @At(value = 37, type = UNNAMED) int unnamed37,
            @At(value = 44, type = TENSOR4D) AccessPattern dst)
            implements PoolOperands {}

    /**
     * {@code CTRL_IM}: an immediate block for a parameter memory.
     *
     * @param pointerSelect bit k: word k of the block is a pointer
     * @param immediate 32 bytes: mask bytes, or 8 words
     */
    record ImmediateBlock(
            @At(value = 12, type = U16) int paramRamOffset,
            @At(14) int pointerSelect,
            @At(value = 32, type = BYTES, length = 32) Bytes immediate)
            implements PoolOperands {}

    /**
     * {@code MODIFY_POOL_CONFIG}.
     *
     * @param op 1 load a library, 2 unload it
     * @param coreMask one bit per core, 0xFF all
     * @param address device address of the staged library
     */
    record ModifyPoolConfig(
            @At(12) int op,
            @At(13) int coreMask,
            @At(value = 16, type = ADDRESS64) long address,
            @At(value = 24, type = U32) long libraryIndex,
            @At(value = 28, type = U32) long librarySize)
            implements PoolOperands {}

    /**
     * {@code EXTENDED}: an operation of the cores' firmware.
     *
     * @param extendedOpcode 0 nop, 1 copy, 2 tensor-tensor arithmetic, 3 and 4 set and get random state, 6 SBUF to
     *     SBUF, 7 decode, 8 and 9 remote DMA
     */
    record Extended(
            @At(12) int extendedOpcode,
            @At(13) int completion,
            @At(value = 14, type = DTYPE_PAIR) int inDtypes,
            @At(value = 15, type = DTYPE) int outDtype,
            @At(value = 16, type = ALU_OP) int op,
            @At(value = 20, type = TENSOR2D) AccessPattern src0,
            @At(value = 32, type = TENSOR2D) AccessPattern src1,
            @At(value = 44, type = TENSOR2D) AccessPattern dst)
            implements PoolOperands {}

    /** {@code S3D3_COLLECTIVE}: an exchange between the state buffers of one virtual core. */
    record SbufCollective(
            @At(value = 12, type = DTYPE) int inDtype,
            @At(value = 13, type = DTYPE) int outDtype,
            @At(value = 16, type = TENSOR3D) AccessPattern src,
            @At(32) int coresFormat,
            @At(value = 33, type = CHANNELS) int channels,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements PoolOperands {}
}
