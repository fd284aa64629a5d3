package io.nrt4j.runtime.run;

import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.runtime.execution.ModelTensors;
import io.nrt4j.runtime.npy.NpyException;
import io.nrt4j.runtime.npy.NpyHeader;
import io.nrt4j.runtime.npy.NpyReader;
import io.nrt4j.runtime.npy.NpyType;
import io.nrt4j.runtime.run.RunReport.ComparisonView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Compares an output with a reference element by element: equal means {@code |output - reference| <= atol + rtol *
 * |reference|}, as numpy's {@code allclose}, or that both are NaN.
 */
final class Comparison {
    private final TensorInfo info;
    private final ModelTensors tensors;
    private final Path reference;
    private final double relative;
    private final double absolute;
    private long elements;
    private long different;
    private double maxAbsolute;
    private double maxRelative;
    private long worst = -1;

    Comparison(TensorInfo info, ModelTensors tensors, Path reference, double relative, double absolute) {
        this.info = info;
        this.tensors = tensors;
        this.reference = reference;
        this.relative = relative;
        this.absolute = absolute;
    }

    /**
     * Reads both once.
     *
     * @throws BadTensorException for a reference of another shape, or whose elements are no numbers
     */
    ComparisonView run(int rank) throws IOException {
        try (NpyReader reader = NpyReader.open(reference)) {
            NpyHeader header = reader.header();
            if (!header.shape().equals(info.shape())) {
                throw new BadTensorException("output %s: its shape is %s, that of %s is %s"
                        .formatted(info.name(), info.shape(), reference, header.shape()));
            }
            ElementValues expected = referenceValues(header.type());
            reader.copyTo((offset, bytes, from, length) -> compare(expected, offset, bytes, from, length));
        } catch (NpyException e) {
            throw new BadTensorException("output %s: %s: %s".formatted(info.name(), reference, e.getMessage()));
        }
        return new ComparisonView(
                info.name(),
                rank,
                reference.toString(),
                elements,
                different,
                maxAbsolute,
                maxRelative,
                worst,
                different == 0);
    }

    /** In the output's own type where the reference can be that; else as what numpy calls it. */
    private ElementValues referenceValues(NpyType type) {
        return type.fits(info.dtype())
                ? ElementValues.of(info.dtype())
                : ElementValues.of(type)
                        .orElseThrow(() -> new BadTensorException("output %s: it is %s, %s is %s"
                                .formatted(info.name(), info.dtypeText(), reference, type.name())));
    }

    private void compare(ElementValues expected, long offset, byte[] bytes, int from, int length) {
        ElementValues actual = ElementValues.of(info.dtype());
        int count = length / expected.bytes();
        long first = offset / expected.bytes();
        byte[] output = new byte[count * actual.bytes()];
        tensors.read(info.name(), first * actual.bytes(), output, 0, output.length);
        double[] references = expected.decode(Arrays.copyOfRange(bytes, from, from + length));
        double[] outputs = actual.decode(output);
        for (int i = 0; i < count; i++) {
            compare(first + i, outputs[i], references[i]);
        }
    }

    private void compare(long element, double output, double expected) {
        elements++;
        boolean same = output == expected || (Double.isNaN(output) && Double.isNaN(expected));
        if (same) {
            return;
        }
        double error = Math.abs(output - expected);
        // An infinity or NaN on one side only is further off than any number.
        double distance = Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
        if (!(distance <= absolute + relative * Math.abs(expected)) || Double.isInfinite(distance)) {
            different++;
        }
        if (distance > maxAbsolute) {
            maxAbsolute = distance;
            worst = element;
        }
        maxRelative = Math.max(maxRelative, expected == 0 ? Double.POSITIVE_INFINITY : distance / Math.abs(expected));
    }
}
