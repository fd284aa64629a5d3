package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.operand.OnChipMemories;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.ImmediateSource;

/** Binds the operands of compute instructions to the memories and units of a core. */
final class OperandBinder {
    private final OnChipMemories memories;
    private final CoreUnits units;

    OperandBinder(OnChipMemories memories, CoreUnits units) {
        this.memories = memories;
        this.units = units;
    }

    CoreUnits units() {
        return units;
    }

    /** A tensor operand of a type code. */
    OnChipOperand tensor(AccessPattern pattern, int dtype, int channels) {
        return tensor(pattern, codec(dtype), channels);
    }

    OnChipOperand tensor(AccessPattern pattern, ElementCodec codec, int channels) {
        return OnChipOperand.bind(memories, pattern, codec, channels);
    }

    /** One value per partition at an ADDR4. */
    OnChipOperand pointer(int address, ElementCodec codec, int channels) {
        return tensor(OnChipMemories.single(address), codec, channels);
    }

    /**
     * A scalar operand.
     *
     * @param source {@link ImmediateSource} code
     * @param bits fp32 bits or ADDR4
     * @param codec type behind the address
     */
    Scalar scalar(int source, int bits, ElementCodec codec, int channels) {
        ImmediateSource known = ImmediateSource.fromCode(source)
                .filter(s -> s != ImmediateSource.REGISTER_POINTER)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "source 0x%02x of an immediate is not known".formatted(source)));
        return known == ImmediateSource.POINTER
                ? Scalar.pointer(pointer(bits, codec, channels))
                : Scalar.immediate(Float.intBitsToFloat(bits));
    }

    /** The codec of a type code. */
    ElementCodec codec(int code) {
        Dtype type = Dtype.fromCode(code)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_DTYPE, "element type 0x%x is not defined".formatted(code)));
        return codec(type);
    }

    /** The codec of a type. */
    ElementCodec codec(Dtype type) {
        return units.codecs()
                .find(type)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_DTYPE, "elements of type " + type.text() + " are not computed with"));
    }

    /** The first type code of a pair. */
    static int low(int pair) {
        return pair & 0xF;
    }

    /** The second type code of a pair. */
    static int high(int pair) {
        return pair >>> 4;
    }

    /** Faults unless a field has the only value whose meaning is known. */
    static void expect(int actual, int known, String field) {
        if (actual != known) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, "%s is 0x%02x, only 0x%02x is known".formatted(field, actual, known));
        }
    }

    /** Faults unless two operands have as many elements. */
    static void expectSameCount(OnChipOperand source, OnChipOperand destination) {
        if (source.elements() != destination.elements()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d source elements per partition for %d destination elements"
                            .formatted(source.elements(), destination.elements()));
        }
    }
}
