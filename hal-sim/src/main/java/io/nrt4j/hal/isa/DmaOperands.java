package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ADDR4;
import static io.nrt4j.hal.isa.FieldType.ADDR8;
import static io.nrt4j.hal.isa.FieldType.BYTES;
import static io.nrt4j.hal.isa.FieldType.COMPUTE_OP;
import static io.nrt4j.hal.isa.FieldType.DMA_PATTERN;
import static io.nrt4j.hal.isa.FieldType.DTYPE;
import static io.nrt4j.hal.isa.FieldType.I32;
import static io.nrt4j.hal.isa.FieldType.SEMAPHORE;
import static io.nrt4j.hal.isa.FieldType.U16;
import static io.nrt4j.hal.isa.FieldType.U32;

/**
 * Operands of descriptor generation, before and after the load.
 *
 * <p>Source: isa.md §5.13, isa-encodings.md §4, dma.md §8.1.
 */
public sealed interface DmaOperands extends Operands {
    /**
     * {@code DMA_DIRECT2D}, of the pseudo and of the loaded instruction.
     *
     * @param configs bits 2:0 priority class
     * @param semaphore counts completed shares
     * @param increment total added when the transfer is complete
     * @param operation {@link DgeOpcode} code in a pseudo, {@link DgeComputeOp} code when loaded
     * @param srcElementSize bytes of a run; 0 stands for 65536
     * @param srcBound bit 7 bounded, bit 6 no notification, bits 5:0 register
     */
    record Direct2d(
            @At(12) int configs,
            @At(value = 13, type = SEMAPHORE) int semaphore,
            @At(14) int increment,
            @At(15) int operation,
            @At(value = 16, type = ADDR8) DmaAddress src,
            @At(value = 24, type = DMA_PATTERN) DmaPattern srcPattern,
            @At(value = 36, type = U16) int srcElementSize,
            @At(38) int srcBound,
            @At(39) int dstBound,
            @At(value = 40, type = ADDR8) DmaAddress dst,
            @At(value = 48, type = DMA_PATTERN) DmaPattern dstPattern,
            @At(value = 60, type = U16) int dstElementSize,
            @At(value = 62, type = DTYPE) int inDtype,
            @At(value = 63, type = DTYPE) int outDtype)
            implements DmaOperands {
        private static final int BOUNDED = 0x80;
        private static final int BOUND_REGISTER = 0x3F;
        private static final int LARGEST_RUN = 65536;

        /** Bytes of a source run, 1 to 65536. */
        public int srcRun() {
            return srcElementSize == 0 ? LARGEST_RUN : srcElementSize;
        }

        /** Bytes of a destination run, 1 to 65536. */
        public int dstRun() {
            return dstElementSize == 0 ? LARGEST_RUN : dstElementSize;
        }

        /** Whether a register bounds the offset of the source or of the destination. */
        public boolean isBounded() {
            return ((srcBound | dstBound) & BOUNDED) != 0;
        }

        /** The register that bounds the source's offset, meaningful where bit 7 of {@link #srcBound} is set. */
        public int srcBoundRegister() {
            return srcBound & BOUND_REGISTER;
        }

        /** The register that bounds the destination's offset. */
        public int dstBoundRegister() {
            return dstBound & BOUND_REGISTER;
        }
    }

    /** {@code DMA_INDIRECT1D}: one side is addressed through an index vector. */
    record Indirect1d(
            @At(value = 12, type = SEMAPHORE) int semaphore,
            @At(13) int increment,
            @At(14) int channels,
            @At(15) int flags,
            @At(value = 16, type = ADDR8) DmaAddress src,
            @At(value = 24, type = I32) int srcStep,
            @At(value = 28, type = U16) int srcCount,
            @At(value = 30, type = U16) int srcElementSize,
            @At(value = 32, type = ADDR8) DmaAddress dst,
            @At(value = 40, type = I32) int dstStep,
            @At(value = 44, type = U16) int dstCount,
            @At(value = 46, type = U16) int dstElementSize,
            @At(value = 48, type = ADDR4) int srcIndex,
            @At(value = 52, type = ADDR4) int dstIndex,
            @At(value = 56, type = DTYPE) int inDtype,
            @At(value = 57, type = DTYPE) int outDtype,
            @At(58) int srcBound,
            @At(59) int dstBound,
            @At(value = 60, type = COMPUTE_OP) int computeOp,
            @At(61) int configs)
            implements DmaOperands {}

    /** {@code DMA_DIRECT2D_XPOSE}: a transfer that transposes tiles. The places of addresses and patterns are not given. */
    record Transpose2d(
            @At(value = 14, type = DTYPE) int inDtype,
            @At(value = 15, type = DTYPE) int outDtype,
            @At(value = 36, type = I32) int tileSrcRowStep,
            @At(60) int tileRows,
            @At(61) int tileCols,
            @At(value = 62, type = SEMAPHORE) int semaphore,
            @At(63) int configs)
            implements DmaOperands {}

    /** {@code DMA_COPY2D} of v5, with events of its own shape in place of the usual ones. */
    record Copy2d(
            @At(value = 4, type = U32) long waitValue,
            @At(8) int waitIndex,
            @At(9) int waitMode,
            @At(10) int engines,
            @At(11) int flags,
            @At(12) int addressModes,
            @At(13) int semaphoreModes,
            @At(value = 14, type = U16) int readDoneIndex,
            @At(value = 16, type = ADDR8) DmaAddress src,
            @At(value = 24, type = DMA_PATTERN) DmaPattern srcPattern,
            @At(value = 36, type = U16) int srcElementSize,
            @At(value = 38, type = U16) int writeDoneIndex,
            @At(value = 40, type = ADDR8) DmaAddress dst,
            @At(value = 48, type = DMA_PATTERN) DmaPattern dstPattern,
            @At(value = 60, type = U16) int dstElementSize,
            @At(62) int remoteCore)
            implements DmaOperands {}

    /** {@code DMA_IMMEDIATE} of v5: three descriptors of 16 bytes in the slot, and the events of {@link Copy2d}. */
    record Immediate(
            @At(value = 4, type = U32) long waitValue,
            @At(8) int waitIndex,
            @At(9) int waitMode,
            @At(10) int engine,
            @At(11) int flags,
            @At(12) int descriptorFlags,
            @At(13) int registers,
            @At(value = 16, type = BYTES, length = 48) Bytes descriptors)
            implements DmaOperands {}

    /**
     * {@code PSEUDO_DMA_MEMCPY_FULL_IND}: copies between the state buffer and the device addresses that an index
     * vector holds, one 64-bit address per partition.
     *
     * @param indices where the addresses lie
     * @param threshold of the semaphore after half of the transfer
     * @param direction 0 from memory, 1 to memory
     */
    record MemcpyFullIndirect(
            @At(value = 12, type = ADDR4) int indices,
            @At(value = 16, type = U32) long indexElements,
            @At(value = 20, type = U32) long indexStride,
            @At(value = 24, type = U32) long indexCount0,
            @At(value = 28, type = U32) long indexCount1,
            @At(value = 32, type = ADDR4) int direct,
            @At(value = 36, type = U32) long directStep,
            @At(value = 40, type = U32) long directStride,
            @At(value = 44, type = U32) long directCount0,
            @At(value = 48, type = U32) long directCount1,
            @At(value = 52, type = U32) long elementSize,
            @At(value = 58, type = U16) int threshold,
            @At(60) int direction,
            @At(value = 62, type = U16) int thresholdHigh)
            implements DmaOperands {}
}
