package io.nrt4j.runtime.execution;

import io.nrt4j.hal.engine.numeric.BrainFloat;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.manifest.TensorInfo;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** The formulas and tolerances of the cayman families; source: exec-corpus.md §1. */
final class CaymanFormulas {
    private static final double FP32_CONVOLUTION = 1e-6;
    private static final double FP32_ATTENTION = 1e-5;
    private static final int EXPERTS_USED = 8;
    private static final int EXPERTS = 128;
    private static final int HIDDEN = 2048;
    private static final int INNER = 256;

    private CaymanFormulas() {}

    /** The formula of a file, told by the names of its inputs. */
    static Formula of(CorpusModel model) {
        List<String> names =
                model.tensors().inputs().stream().map(TensorInfo::name).toList();
        if (names.contains("a_vec")) {
            return (m, in) -> add(in);
        }
        if (names.contains("a_tensor")) {
            return CaymanFormulas::transpose;
        }
        if (names.contains("W")) {
            return CaymanFormulas::convolve;
        }
        if (names.contains("q_ref")) {
            return (m, in) -> attend(m, in.normal("q_ref", 1), in.normal("k_ref", 1), in.normal("v_ref", 1));
        }
        return names.contains("input4") ? CaymanFormulas::mixExperts : CaymanFormulas::multiply;
    }

    private static Comparison add(RandomInputs in) {
        float[] a = in.normal("a_vec", 1);
        float[] b = in.normal("b_vec", 1);
        double[] sum = new double[a.length];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = a[i] + b[i];
        }
        return Comparison.exact(sum);
    }

    private static Comparison transpose(CorpusModel model, RandomInputs in) {
        int side = model.input("a_tensor").shape().get(0).intValue();
        float[] a = in.normal("a_tensor", 1);
        double[] out = new double[a.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = a[i % side * side + i / side];
        }
        return Comparison.exact(out);
    }

    private static Comparison convolve(CorpusModel model, RandomInputs in) {
        List<Long> picture = model.input("X").shape();
        float[] bias = in.normal("bias", 1);
        Convolution convolution =
                new Convolution(picture.get(2).intValue(), picture.get(3).intValue(), in.normal("W", 1), bias);
        double[] out = convolution.apply(in.normal("X", 1), 0);
        TensorInfo output = model.tensors().outputs().get(0);
        if (output.shape().get(2) == convolution.outHeight() / 2) {
            out = convolution.pool(out);
        }
        if (output.dtype() == NrtDtype.FLOAT32) {
            return Comparison.relativeToLargest(out, FP32_CONVOLUTION);
        }
        // Some kernels round the sum to fp16 before they add the bias (exec-corpus.md §2).
        double[] result = out;
        int channel = result.length / bias.length;
        return Comparison.oneUlp(result, output.dtype(), i -> Math.abs(result[i]) + Math.abs(bias[i / channel]));
    }

    /** {@code out = x . y}, rounded once. */
    private static Comparison multiply(CorpusModel model, RandomInputs in) {
        float[] x = in.normal("x", 1);
        float[] y = in.normal("y", 1);
        double[] out = product(x, y, model.input("x").shape().get(1).intValue());
        return Comparison.oneUlp(out, NrtDtype.FLOAT16, i -> 0);
    }

    /** The product of two matrices in row-major order. */
    static double[] product(float[] x, float[] y, int inner) {
        int rows = x.length / inner;
        int columns = y.length / inner;
        double[] out = new double[rows * columns];
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < inner; k++) {
                double factor = x[r * inner + k];
                for (int c = 0; c < columns; c++) {
                    out[r * columns + c] += factor * y[k * columns + c];
                }
            }
        }
        return out;
    }

    /** {@code out = softmax(q^T k, each row) . v^T}; q, k, v are [128, S]. */
    static Comparison attend(CorpusModel model, float[] q, float[] k, float[] v) {
        int depth = model.input("q_ref").shape().get(0).intValue();
        int length = model.input("q_ref").shape().get(1).intValue();
        double[] out = new double[length * depth];
        double[] scores = new double[length];
        for (int row = 0; row < length; row++) {
            softmaxRow(q, k, depth, length, row, scores);
            for (int d = 0; d < depth; d++) {
                double sum = 0;
                for (int j = 0; j < length; j++) {
                    sum += scores[j] * v[d * length + j];
                }
                out[row * depth + d] = sum;
            }
        }
        NrtDtype type = model.input("q_ref").dtype();
        return type == NrtDtype.FLOAT32
                ? Comparison.absolute(out, FP32_ATTENTION)
                : Comparison.oneUlpOfLargest(out, type);
    }

    private static void softmaxRow(float[] q, float[] k, int depth, int length, int row, double[] scores) {
        Arrays.fill(scores, 0);
        for (int d = 0; d < depth; d++) {
            double factor = q[d * length + row];
            for (int j = 0; j < length; j++) {
                scores[j] += factor * k[d * length + j];
            }
        }
        double maximum = Double.NEGATIVE_INFINITY;
        for (double score : scores) {
            maximum = Math.max(maximum, score);
        }
        double total = 0;
        for (int j = 0; j < length; j++) {
            scores[j] = Math.exp(scores[j] - maximum);
            total += scores[j];
        }
        for (int j = 0; j < length; j++) {
            scores[j] /= total;
        }
    }

    /**
     * {@code h = bf16(silu(g[0:256]) * g[256:512])} with {@code g = x . G[e]}; {@code out = bf16(sum of r * (h . D[e]))}.
     * The weights of experts that nobody asks for are NaNs.
     */
    private static Comparison mixExperts(CorpusModel model, RandomInputs in) {
        int[] experts = {3, 127, 0, 64, 31, 100, 5, 77};
        float[] routing = in.routing("input0", EXPERTS_USED);
        model.tensors().write("input1", Golden.int32(experts));
        float[] x = in.normal("input4", 1);
        float[][] gateUp = in.experts("input3", experts, EXPERTS, 0.05);
        float[][] down = in.experts("input2", experts, EXPERTS, 0.05);
        double[] out = new double[HIDDEN];
        for (int k = 0; k < experts.length; k++) {
            double[] g = product(x, gateUp[k], HIDDEN);
            float[] h = new float[INNER];
            DoubleUnaryOperator silu = z -> z / (1 + Math.exp(-z));
            for (int j = 0; j < INNER; j++) {
                h[j] = BrainFloat.toFloat(BrainFloat.fromFloat((float) (silu.applyAsDouble(g[j]) * g[INNER + j])));
            }
            double[] y = product(h, down[k], INNER);
            for (int j = 0; j < HIDDEN; j++) {
                out[j] += routing[k] * y[j];
            }
        }
        return Comparison.oneUlpOfLargest(out, NrtDtype.BFLOAT16);
    }
}
