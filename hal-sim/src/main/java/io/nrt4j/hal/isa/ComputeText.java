package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ACCUMULATOR_COMMAND;
import static io.nrt4j.hal.isa.FieldType.ALU_OP;
import static io.nrt4j.hal.isa.FieldType.FP32_MODE;
import static io.nrt4j.hal.isa.FieldType.FUNCTION;
import static io.nrt4j.hal.isa.FieldType.IMMEDIATE_SOURCE;
import static io.nrt4j.hal.isa.FieldType.REDUCE_DIMENSION;

/**
 * Operands of the compute instructions as profilers print them.
 *
 * <p>What a profile has never shown, because the field was always 0 there (or 15 for the group masks), follows at the
 * end and only where it is set. Source: isa.md §10.
 */
final class ComputeText {
    private static final int ALL_GROUPS = 0xF;

    private ComputeText() {}

    static void loadWeights(Instruction slot, PeOperands.LoadWeights o, SlotText text) {
        text.codeUnlessZero("fp32_mode", FP32_MODE, o.fp32Mode())
                .put("transpose_mode", switchedOn(o.transposeMode()))
                .tensor("src", o.inDtype(), o.src())
                .word(o.rows() + "*" + o.cols());
        arrayExtras(o.perfOpt(), o.rowGroup(), o.colGroup(), o.flags(), text);
        text.putUnlessZero("bg_xpose_mode", o.backgroundTranspose()).putUnlessZero("replication", o.replication());
    }

    static void matMul(Instruction slot, PeOperands.MatMul o, SlotText text) {
        text.put("acc_flags", o.accumulateFlags())
                .codeUnlessZero("fp32_mode", FP32_MODE, o.fp32Mode())
                .tensor("src", o.inDtype(), o.src())
                .put("dst", o.outDtype() == 0 ? o.dst() : SlotText.dtype(o.outDtype()) + "@" + o.dst())
                .word(o.rows() + "*" + o.cols());
        arrayExtras(o.perfOpt(), o.rowGroup(), o.colGroup(), o.flags(), text);
        text.putUnlessZero("perf_opt_src", o.perfOptSource()).putUnlessZero("zero_region", o.zeroRegion());
    }

    private static void arrayExtras(int perfOpt, int rowGroup, int colGroup, int flags, SlotText text) {
        text.putUnlessZero("perf_opt", perfOpt);
        if (rowGroup != ALL_GROUPS || colGroup != ALL_GROUPS) {
            text.put("row_grp", rowGroup).put("col_grp", colGroup);
        }
        text.putUnlessZero("flags", flags);
    }

    private static String switchedOn(int flag) {
        return switch (flag) {
            case 0 -> "DISABLED";
            case 1 -> "ENABLED";
            default -> Integer.toString(flag);
        };
    }

    static void activate(Instruction slot, ActOperands.Activate o, SlotText text) {
        text.word(SlotText.constant(FUNCTION, o.function()));
        if (o.isBiasImmediate()) {
            text.real("bias", o.bias());
        } else {
            text.put("bias_ptr", "%s@0x%x".formatted(SlotText.dtype(o.inBiasDtype() >> 4), o.bias()));
        }
        text.tensor("src", o.inBiasDtype() & 0xF, o.src())
                .tensor("dst", o.outDtype(), o.dst())
                .put("channels", o.channels());
        if (o.isScalePointer()) {
            text.hex("scale_ptr", Integer.toUnsignedLong(o.scale()));
        } else {
            text.real("scale", o.scale());
        }
        text.real("imm", o.immediate()).code("accumulator_cmd", ACCUMULATOR_COMMAND, o.accumulatorCommand());
    }

    static void tensorReduce(Instruction slot, VectorOperands.TensorReduce o, SlotText text) {
        if (o.op() != 0 || slot.opcode() == Opcode.TENSOR_REDUCE_ARITH_OP) {
            text.code("op", ALU_OP, o.op()).code("dim", REDUCE_DIMENSION, o.opDimension());
        }
        text.putUnlessZero("negated", o.negated())
                .tensor("src", o.inDtype(), o.src())
                .tensor("dst", o.outDtype(), o.dst())
                .put("channels", o.channels())
                .putUnlessZero("mask_enable", o.maskEnable());
    }

    static void tensorScalar(Instruction slot, VectorOperands.TensorScalar o, SlotText text) {
        text.put("ops", SlotText.constant(ALU_OP, o.op0()) + "," + SlotText.constant(ALU_OP, o.op1()))
                .put("imm", SlotText.alternateHex(o.immediate0()) + "," + SlotText.alternateHex(o.immediate1()))
                .put(
                        "imm_src",
                        SlotText.constant(IMMEDIATE_SOURCE, o.immediate0Source())
                                + ","
                                + SlotText.constant(IMMEDIATE_SOURCE, o.immediate1Source()))
                .tensor("src", o.inDtype(), o.src())
                .tensor("dst", o.outDtype(), o.dst())
                .put("channels", o.channels())
                .putUnlessZero("reverse_operands", o.reverseOperands())
                .codeUnlessZero("accumulator_cmd", ACCUMULATOR_COMMAND, o.accumulatorCommand());
    }

    static void tensorTensor(Instruction slot, VectorOperands.TensorTensor o, SlotText text) {
        text.code("op", ALU_OP, o.op())
                .tensor("src0", o.inDtypes() & 0xF, o.src0())
                .tensor("src1", o.inDtypes() >> 4, o.src1())
                .tensor("dst", o.outDtype(), o.dst())
                .put("channels", o.channels());
    }

    static void memset(Instruction slot, VectorOperands.Memset o, SlotText text) {
        text.tensor("dst", o.dtype(), o.dst())
                .put("channels", o.channels())
                .hex("value", Integer.toUnsignedLong(o.value()))
                .put("nelem", o.dstElementCount())
                .putUnlessZero("serialization_mode", o.serializationMode());
    }
}
