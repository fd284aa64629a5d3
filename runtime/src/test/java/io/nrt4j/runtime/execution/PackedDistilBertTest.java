package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.runtime.execution.DistilBertClassifier.Layer;
import io.nrt4j.runtime.execution.DistilBertClassifier.Matrix;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The DistilBERT of compiler 2.10.0, whose bfloat16 weights lie packed in the NEFF, against the model in double precision
 * with the same weights; source: exec-sunda.md §2 (packing, tolerance).
 */
@Tag("corpus")
class PackedDistilBertTest {
    private static final int TOKENS = 64;
    private static final int WIDTH = DistilBertClassifier.WIDTH;
    private static final int INNER = DistilBertClassifier.INNER;
    private static final int VOCABULARY = 1124;
    private static final double TOLERANCE = 1e-2;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void classifies(int seed) {
        try (CorpusModel model = CorpusModel.load("dlc-tiny-distilbert-cc2.10.0-035f64")) {
            int[] ids = new int[TOKENS];
            int[] mask = new int[TOKENS];
            for (int i = 0; i < TOKENS; i++) {
                ids[i] = Golden.v(i, seed, VOCABULARY, 0);
                mask[i] = i == 0 || Golden.v(i, seed + 100, 4, 0) > 0 ? 1 : 0;
            }
            SundaInputs.tokens(model.tensors(), TOKENS, i -> ids[i], i -> mask[i]);
            model.run(ExecutionOptions.DEFAULT);
            float[] logits = Golden.fp32(model.output());
            double[] expected = classify(model, ids, mask);
            double magnitude = Math.max(Math.abs(expected[0]), Math.abs(expected[1]));
            for (int i = 0; i < expected.length; i++) {
                assertThat(Math.abs(logits[i] - expected[i]))
                        .as("logit %d", i)
                        .isLessThanOrEqualTo(TOLERANCE * magnitude);
            }
        }
    }

    private static double[] classify(CorpusModel model, int[] ids, int[] mask) {
        float[] words = Golden.fp32(model.constant("_constant_27"));
        float[] positions = Golden.fp32(model.constant("_constant_13"));
        double[][] x = new double[TOKENS][];
        for (int t = 0; t < TOKENS; t++) {
            double[] sum = new double[WIDTH];
            for (int d = 0; d < WIDTH; d++) {
                sum[d] = words[ids[t] * WIDTH + d] + positions[t * WIDTH + d];
            }
            x[t] = DistilBertClassifier.normalize(sum);
        }
        for (Layer layer : layers(model)) {
            x = DistilBertClassifier.encode(layer, x, mask);
        }
        float[] last = packed(model, "t4189");
        double[] pooled = new Matrix(last, 242, 144, WIDTH).times(x[0]);
        return new Matrix(last, 242, 176, 2).times(DistilBertClassifier.apply(pooled, a -> Math.max(a, 0)));
    }

    /** Where the matrices lie: column of q; k follows; columns of v and of the first linear layer. */
    private static List<Layer> layers(CorpusModel model) {
        float[] a = packed(model, "t4184");
        float[] b = packed(model, "t4186");
        float[] c = packed(model, "t4189");
        return List.of(
                layer(model, 0, block(a, 232, 0), block(a, 232, 32), block(a, 232, 168), inner(a, 232, 64)),
                layer(model, 1, block(a, 232, 104), block(a, 232, 136), block(a, 232, 200), inner(b, 240, 0)),
                layer(model, 2, block(b, 240, 40), block(b, 240, 72), block(b, 240, 208), inner(b, 240, 104)),
                layer(model, 3, block(b, 240, 144), block(b, 240, 176), block(c, 242, 178), inner(c, 242, 0)),
                layer(model, 4, block(c, 242, 40), block(c, 242, 72), block(c, 242, 210), inner(c, 242, 104)));
    }

    private static Layer layer(CorpusModel model, int number, Matrix q, Matrix k, Matrix v, Matrix lin1) {
        Matrix lin2 = new Matrix(packed(model, "t4188"), 160, 32 * number, WIDTH);
        return new Layer(q, k, v, joinHeads(model, number), lin1, lin2);
    }

    /** The output matrix is kept by heads: 8 rows and 32 columns each, side by side. */
    private static Matrix joinHeads(CorpusModel model, int number) {
        String name = number < 2 ? "t4185" : number < 4 ? "t4187" : "_constant_153";
        float[] heads = packed(model, name);
        int stride = heads.length / 8;
        int first = number < 4 ? 128 * (number % 2) : 0;
        float[] joined = new float[WIDTH * WIDTH];
        for (int in = 0; in < WIDTH; in++) {
            for (int out = 0; out < WIDTH; out++) {
                joined[in * WIDTH + out] = heads[in % 8 * stride + first + in / 8 * WIDTH + out];
            }
        }
        return new Matrix(joined, WIDTH, 0, WIDTH);
    }

    private static Matrix block(float[] packed, int stride, int first) {
        return new Matrix(packed, stride, first, WIDTH);
    }

    private static Matrix inner(float[] packed, int stride, int first) {
        return new Matrix(packed, stride, first, INNER);
    }

    private static float[] packed(CorpusModel model, String name) {
        return Golden.bf16(model.constant(name));
    }
}
