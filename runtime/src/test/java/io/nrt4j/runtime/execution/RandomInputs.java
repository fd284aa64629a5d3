package io.nrt4j.runtime.execution;

import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.manifest.TensorInfo;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;

/**
 * Random inputs of the first rank, the same ones for the same seed. Every call fills one input in its own element type and
 * gives back the values as they are after rounding to it.
 */
final class RandomInputs {
    private final CorpusModel model;
    private final Random random;

    RandomInputs(CorpusModel model, long seed) {
        this.model = model;
        this.random = new Random(seed);
    }

    /** Standard normal values times {@code scale}. */
    float[] normal(String input, double scale) {
        return fill(input, () -> random.nextGaussian() * scale);
    }

    /** Uniform values between {@code -bound} and {@code bound}. */
    float[] uniform(String input, double bound) {
        return fill(input, () -> (2 * random.nextDouble() - 1) * bound);
    }

    /** Positive weights whose sum is 1. */
    float[] routing(String input, int count) {
        double[] weights = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            weights[i] = 0.1 + random.nextDouble();
            sum += weights[i];
        }
        double total = sum;
        int[] next = {0};
        return fill(input, () -> weights[next[0]++] / total);
    }

    /**
     * Standard normal values times {@code scale} in some of the equal parts of an input, NaNs in the others.
     *
     * @param parts numbers of the parts to fill
     * @param count how many parts the input has
     * @return a row for each of {@code parts}
     */
    float[][] experts(String input, int[] parts, int count, double scale) {
        TensorInfo tensor = model.input(input);
        byte[] nan = new byte[Math.toIntExact(tensor.size() / count)];
        Arrays.fill(nan, (byte) 0xFF);
        for (int part = 0; part < count; part++) {
            model.tensors().write(input, (long) part * nan.length, nan, 0, nan.length);
        }
        float[][] values = new float[parts.length][];
        for (int k = 0; k < parts.length; k++) {
            byte[] bytes =
                    GoldenCase.pack(tensor, nan.length / tensor.dtype().bytes(), i -> random.nextGaussian() * scale);
            model.tensors().write(input, (long) parts[k] * nan.length, bytes, 0, bytes.length);
            values[k] = values(tensor.dtype(), bytes);
        }
        return values;
    }

    private float[] fill(String input, DoubleSupplier value) {
        TensorInfo tensor = model.input(input);
        byte[] bytes = GoldenCase.pack(tensor, i -> value.getAsDouble());
        model.tensors().write(input, bytes);
        return values(tensor.dtype(), bytes);
    }

    /** Elements of a float type as fp32. */
    static float[] values(NrtDtype type, byte[] bytes) {
        return switch (type) {
            case FLOAT32 -> Golden.fp32(bytes);
            case FLOAT16 -> Golden.fp16(bytes);
            case BFLOAT16 -> Golden.bf16(bytes);
            default -> throw new IllegalArgumentException(type + " is no float type");
        };
    }
}
