package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.AccumulatorCommand;
import io.nrt4j.hal.isa.ActOperands;
import io.nrt4j.hal.isa.ActivationFunction;
import io.nrt4j.hal.isa.Dtype;
import java.util.ArrayList;
import java.util.List;

/**
 * 0x21 ACTIVATE: {@code out = func(scale * in + bias)}.
 *
 * <p>Scale and bias are immediates or one value per partition. The bias is an immediate when byte 12 or byte 15 says so,
 * and always for the function copy. Source: isa.md §5.3, exec-corpus.md §5, exec-sunda.md §5.
 */
final class Activate extends ComputeOperation {
    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final Scalar scale;
    private final Scalar bias;
    private final int function;
    private final AccumulatorCommand accumulate;

    private Activate(
            CoreUnits units,
            OnChipOperand source,
            OnChipOperand destination,
            Scalar scale,
            Scalar bias,
            int function,
            AccumulatorCommand accumulate) {
        super(units, sources(source, scale, bias), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.scale = scale;
        this.bias = bias;
        this.function = function;
        this.accumulate = accumulate;
    }

    private static List<OnChipOperand> sources(OnChipOperand source, Scalar... scalars) {
        List<OnChipOperand> all = new ArrayList<>(List.of(source));
        for (Scalar scalar : scalars) {
            scalar.operand().ifPresent(all::add);
        }
        return all;
    }

    static Activate of(ActOperands.Activate in, OperandBinder binder) {
        int channels = in.channels();
        OnChipOperand source = binder.tensor(in.src(), OperandBinder.low(in.inBiasDtype()), channels);
        OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), channels);
        OperandBinder.expectSameCount(source, destination);
        Scalar scale = binder.scalar(in.scaleSource(), in.scale(), binder.codec(Dtype.FP32), channels);
        boolean immediateBias = in.isBiasImmediate() || in.function() == ActivationFunction.COPY.code();
        Scalar bias = immediateBias
                ? Scalar.immediate(Float.intBitsToFloat(in.bias()))
                : Scalar.pointer(
                        binder.pointer(in.bias(), binder.codec(OperandBinder.high(in.inBiasDtype())), channels));
        AccumulatorCommand accumulate = LaneAccumulators.command(in.accumulatorCommand());
        return new Activate(binder.units(), source, destination, scale, bias, in.function(), accumulate);
    }

    @Override
    void compute(CoreUnits units) {
        io.nrt4j.hal.engine.activation.ActivationFunction f = units.activation().function(function);
        int count = source.elements();
        float[] row = units.scratch().floats(0, count);
        for (int c = 0; c < source.channels(); c++) {
            source.read(c, row);
            float s = scale.of(c);
            float b = bias.of(c);
            for (int i = 0; i < count; i++) {
                row[i] = row[i] * s + b;
            }
            f.apply(row, count);
            units.activation().accumulators().apply(accumulate, destination.firstPartition() + c, row, count);
            destination.write(c, row);
        }
    }
}
