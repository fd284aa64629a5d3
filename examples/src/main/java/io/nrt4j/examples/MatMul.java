package io.nrt4j.examples;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.runtime.Model;
import io.nrt4j.runtime.NrtRuntime;
import io.nrt4j.runtime.Tensor;
import io.nrt4j.runtime.TensorMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/**
 * Runs a compiler-made matrix product, output0 = x · y, and compares it with one computed here.
 *
 * <p>For any NEFF with these names whose x is M by K and whose y is K by N.
 */
public final class MatMul {
    private MatMul() {}

    /** Argument: the NEFF. */
    public static void main(String[] args) throws IOException {
        System.out.println("largest error: " + largestError(Path.of(args[0]), 1));
    }

    static double largestError(Path neff, long seed) throws IOException {
        try (NrtRuntime runtime =
                        NrtRuntime.builder().instance(InstanceType.TRN2_3XLARGE).build();
                Model model = runtime.load(neff);
                TensorMap inputs = model.allocateInputs()) {
            Random random = new Random(seed);
            Tensor x = inputs.get("x");
            Tensor y = inputs.get("y");
            x.writeFloats(normal(random, x));
            y.writeFloats(normal(random, y));
            try (TensorMap outputs = model.execute(inputs.tensors())) {
                return largestError(x, y, outputs.get("output0").readFloats());
            }
        }
    }

    private static float[] normal(Random random, Tensor tensor) {
        float[] values = new float[(int) (tensor.size() / tensor.dtype().bytes())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    /** Reads the operands back, as they were rounded to the tensors' type. */
    private static double largestError(Tensor x, Tensor y, float[] product) {
        float[] a = x.readFloats();
        float[] b = y.readFloats();
        int inner = Math.toIntExact(x.shape().get(1));
        int columns = Math.toIntExact(y.shape().get(1));
        double largest = 0;
        for (int at = 0; at < product.length; at++) {
            double sum = 0;
            for (int k = 0; k < inner; k++) {
                sum += (double) a[at / columns * inner + k] * b[k * columns + at % columns];
            }
            largest = Math.max(largest, Math.abs(product[at] - sum));
        }
        return largest;
    }
}
