package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.activation.ActivationFunction;
import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.ActOperands;
import java.util.List;

/**
 * 0x22 ACTIVATE_QUANTIZE: {@code out = quantScale * func(in * dequantScale + bias) + quantZero}, the bias one value per
 * partition. Source: isa-encodings.md §2.
 */
final class ActivateQuantize extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final Scalar bias;
    private final int function;
    private final float dequantScale;
    private final float quantScale;
    private final float quantZero;

    private ActivateQuantize(
            CoreUnits units,
            OnChipOperand source,
            OnChipOperand destination,
            OnChipOperand bias,
            ActOperands.ActivateQuantize in) {
        super(units, List.of(source, bias), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.bias = Scalar.pointer(bias);
        this.function = in.function();
        this.dequantScale = Float.intBitsToFloat(in.dequantScale());
        this.quantScale = Float.intBitsToFloat(in.quantScale());
        this.quantZero = Float.intBitsToFloat(in.quantZero());
    }

    static ActivateQuantize of(ActOperands.ActivateQuantize in, OperandBinder binder) {
        int channels = in.channels();
        OnChipOperand source = binder.tensor(in.src(), OperandBinder.low(in.inBiasDtype()), channels);
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), channels);
        OperandBinder.expectSameCount(source, destination);
        OnChipOperand bias = binder.pointer(in.bias(), binder.codec(OperandBinder.high(in.inBiasDtype())), channels);
        ActivateQuantize operation = new ActivateQuantize(binder.units(), source, destination, bias, in);
        if (operation.dequantScale == 0 || operation.quantScale == 0) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, "a quantization scale is zero");
        }
        return operation;
    }

    @Override
    void compute(CoreUnits units) {
        ActivationFunction f = units.activation().function(function);
        int count = source.elements();
        float[] row = units.scratch().floats(0, count);
        for (int c = 0; c < source.channels(); c++) {
            source.read(c, row);
            float b = bias.of(c);
            for (int i = 0; i < count; i++) {
                row[i] = row[i] * dequantScale + b;
            }
            f.apply(row, count);
            for (int i = 0; i < count; i++) {
                row[i] = quantScale * row[i] + quantZero;
            }
            destination.write(c, row);
        }
    }
}
