package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ACCUMULATOR_COMMAND;
import static io.nrt4j.hal.isa.FieldType.ADDR4;
import static io.nrt4j.hal.isa.FieldType.ALU_OP;
import static io.nrt4j.hal.isa.FieldType.BIAS_SOURCE;
import static io.nrt4j.hal.isa.FieldType.CHANNELS;
import static io.nrt4j.hal.isa.FieldType.DTYPE;
import static io.nrt4j.hal.isa.FieldType.DTYPE_PAIR;
import static io.nrt4j.hal.isa.FieldType.FLAG;
import static io.nrt4j.hal.isa.FieldType.FUNCTION;
import static io.nrt4j.hal.isa.FieldType.IMMEDIATE_SOURCE;
import static io.nrt4j.hal.isa.FieldType.RAW32;
import static io.nrt4j.hal.isa.FieldType.REDUCE_COMMAND;
import static io.nrt4j.hal.isa.FieldType.TENSOR1D;
import static io.nrt4j.hal.isa.FieldType.TENSOR2D;
import static io.nrt4j.hal.isa.FieldType.TENSOR3D;
import static io.nrt4j.hal.isa.FieldType.U32;

/** Operands of the activation engine. Source: isa.md §5.3, isa-encodings.md §2, exec-corpus.md §5. */
public sealed interface ActOperands extends Operands {
    /**
     * {@code S3D3_AC}: {@code dst = function(scale * src + bias)}.
     *
     * @param immediateSource 1 in slots whose bias is an immediate
     * @param scaleSource 1: {@code scale} is the address of one fp32 per partition
     * @param biasSource {@link BiasSource} code
     * @param inBiasDtype low nibble input, high nibble bias
     * @param function a key into the table set in use
     * @param scale fp32 bits or address
     * @param bias fp32 bits or address
     * @param immediate a parameter of some functions, fp32 bits
     */
    record Activate(
            @At(value = 12, type = IMMEDIATE_SOURCE) int immediateSource,
            @At(value = 13, type = IMMEDIATE_SOURCE) int scaleSource,
            @At(value = 14, type = ACCUMULATOR_COMMAND) int accumulatorCommand,
            @At(value = 15, type = BIAS_SOURCE) int biasSource,
            @At(value = 16, type = TENSOR3D) AccessPattern src,
            @At(value = 32, type = DTYPE_PAIR) int inBiasDtype,
            @At(value = 33, type = DTYPE) int outDtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 35, type = FUNCTION) int function,
            @At(value = 36, type = RAW32) int scale,
            @At(value = 40, type = RAW32) int bias,
            @At(value = 44, type = RAW32) int immediate,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements ActOperands {
        /**
         * Whether {@link #bias} is the value itself. Either byte says so: compiler 2.4 sets the first and leaves the
         * second. Source: exec-corpus.md §5.
         */
        public boolean isBiasImmediate() {
            return immediateSource == 1 || biasSource == BiasSource.INSTRUCTION.code();
        }

        /** Whether {@link #scale} is an address. */
        public boolean isScalePointer() {
            return scaleSource == ImmediateSource.POINTER.code();
        }
    }

    /** {@code S3D3_AQ}: {@code dst = quantScale * function(src * dequantScale + bias) + quantZero}; scales are fp32 bits. */
    record ActivateQuantize(
            @At(value = 12, type = RAW32) int quantScale,
            @At(value = 16, type = TENSOR3D) AccessPattern src,
            @At(value = 32, type = DTYPE_PAIR) int inBiasDtype,
            @At(value = 33, type = DTYPE) int outDtype,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 35, type = FUNCTION) int function,
            @At(value = 36, type = RAW32) int dequantScale,
            @At(value = 40, type = ADDR4) int bias,
            @At(value = 44, type = RAW32) int quantZero,
            @At(value = 48, type = TENSOR3D) AccessPattern dst)
            implements ActOperands {}

    /**
     * {@code D1_RD}: writes the per-lane fp32 accumulator. The vector engine's accumulator uses the same layout.
     *
     * @param dstElementCount 1
     * @param negated vector engine only
     */
    record ReadAccumulator(
            @At(value = 28, type = U32) long dstElementCount,
            @At(value = 32, type = DTYPE) int dtype,
            @At(value = 33, type = FLAG) int negated,
            @At(value = 34, type = CHANNELS) int channels,
            @At(value = 44, type = TENSOR1D) AccessPattern dst)
            implements ActOperands {}

    /**
     * {@code S2D2_AC}, v4's activation. The sheet names no place for the two patterns; 12 and 48 are the only gaps
     * of twelve bytes. Element types and channels are among the unknown bytes.
     */
    record Activate2(
            @At(value = 12, type = TENSOR2D) AccessPattern src,
            @At(value = 24, type = IMMEDIATE_SOURCE) int reluParamSource,
            @At(value = 26, type = REDUCE_COMMAND) int reduceCommand,
            @At(value = 29, type = ALU_OP) int op0,
            @At(value = 30, type = ALU_OP) int op1,
            @At(value = 31, type = ALU_OP) int reduceOp,
            @At(value = 35, type = FUNCTION) int function,
            @At(value = 36, type = RAW32) int immediate0,
            @At(value = 40, type = RAW32) int immediate1,
            @At(value = 44, type = RAW32) int reluParam,
            @At(value = 48, type = TENSOR2D) AccessPattern dst,
            @At(60) int reverseOperands)
            implements ActOperands {}

    /** {@code S1S2D2_AM} of v5: {@link Activate2} with the result of an earlier pass as a further source. */
    record ActivateMultipass(
            @At(value = 12, type = TENSOR2D) AccessPattern src,
            @At(value = 26, type = REDUCE_COMMAND) int reduceCommand,
            @At(value = 29, type = ALU_OP) int op0,
            @At(value = 30, type = ALU_OP) int op1,
            @At(value = 31, type = ALU_OP) int reduceOp,
            @At(value = 35, type = FUNCTION) int function,
            @At(value = 36, type = RAW32) int immediate0,
            @At(value = 40, type = TENSOR1D) AccessPattern previousPass,
            @At(value = 48, type = TENSOR2D) AccessPattern dst,
            @At(60) int reverseOperands)
            implements ActOperands {}
}
