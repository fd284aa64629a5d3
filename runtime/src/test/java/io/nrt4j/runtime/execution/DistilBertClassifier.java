package io.nrt4j.runtime.execution;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * DistilBERT for sequence classification in double precision: five layers, 32 wide, four heads, all biases 0 and all
 * layer norms plain. Source: exec-sunda.md §2 (2.10.0).
 */
final class DistilBertClassifier {
    static final int WIDTH = 32;
    static final int INNER = 37;
    private static final int HEADS = 4;
    private static final int HEAD = WIDTH / HEADS;
    private static final double EPSILON = 1e-12;

    /**
     * The matrices of a layer, each in rows by input: [in][out].
     *
     * @param q queries
     * @param k keys
     * @param v values
     * @param out joins the heads
     * @param lin1 widens
     * @param lin2 narrows
     */
    record Layer(Matrix q, Matrix k, Matrix v, Matrix out, Matrix lin1, Matrix lin2) {}

    /** A matrix of columns {@code first} to {@code first + columns - 1} of a packed one with {@code stride} columns. */
    static final class Matrix {
        private final float[] packed;
        private final int stride;
        private final int first;
        private final int columns;

        Matrix(float[] packed, int stride, int first, int columns) {
            this.packed = packed;
            this.stride = stride;
            this.first = first;
            this.columns = columns;
        }

        double at(int in, int out) {
            return packed[in * stride + first + out];
        }

        double[] times(double[] x) {
            double[] y = new double[columns];
            for (int in = 0; in < x.length; in++) {
                for (int out = 0; out < columns; out++) {
                    y[out] += x[in] * at(in, out);
                }
            }
            return y;
        }
    }

    private DistilBertClassifier() {}

    /** One encoder layer on all tokens. */
    static double[][] encode(Layer layer, double[][] x, int[] mask) {
        int tokens = x.length;
        double[][] q = map(layer.q(), x);
        double[][] k = map(layer.k(), x);
        double[][] v = map(layer.v(), x);
        double[][] result = new double[tokens][];
        for (int t = 0; t < tokens; t++) {
            double[] context = new double[WIDTH];
            for (int head = 0; head < HEADS; head++) {
                attend(q[t], k, v, mask, head * HEAD, context);
            }
            double[] attended = normalize(sum(x[t], layer.out().times(context)));
            double[] inner = apply(layer.lin1().times(attended), DistilBertClassifier::gelu);
            result[t] = normalize(sum(attended, layer.lin2().times(inner)));
        }
        return result;
    }

    private static void attend(double[] q, double[][] k, double[][] v, int[] mask, int first, double[] context) {
        double[] weights = new double[k.length];
        double total = 0;
        for (int j = 0; j < k.length; j++) {
            double score = 0;
            for (int d = first; d < first + HEAD; d++) {
                score += q[d] * k[j][d];
            }
            weights[j] = mask[j] == 0 ? 0 : Math.exp(score / Math.sqrt(HEAD));
            total += weights[j];
        }
        for (int j = 0; j < k.length; j++) {
            for (int d = first; d < first + HEAD; d++) {
                context[d] += weights[j] / total * v[j][d];
            }
        }
    }

    private static double[][] map(Matrix matrix, double[][] x) {
        return Arrays.stream(x).map(matrix::times).toArray(double[][]::new);
    }

    static double[] sum(double[] a, double[] b) {
        double[] sum = a.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }

    static double[] apply(double[] x, DoubleUnaryOperator f) {
        return Arrays.stream(x).map(f).toArray();
    }

    /** Layer norm without weights. */
    static double[] normalize(double[] x) {
        double mean = Arrays.stream(x).average().orElseThrow();
        double variance =
                Arrays.stream(x).map(a -> (a - mean) * (a - mean)).average().orElseThrow();
        return apply(x, a -> (a - mean) / Math.sqrt(variance + EPSILON));
    }

    /** The form with the error function, by Simpson's rule: independent of the emulator's. */
    private static double gelu(double x) {
        int steps = 200;
        double h = x / steps;
        double integral = 0;
        for (int i = 0; i <= steps; i++) {
            double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
            integral += weight * Math.exp(-0.5 * i * h * i * h);
        }
        return x * (0.5 + integral * h / 3 / Math.sqrt(2 * Math.PI));
    }
}
