package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The small sunda files that are no language models; source: exec-sunda.md §2, exec-corpus.md §7. */
@Tag("corpus")
class SundaFileTest {
    static Stream<String> additions() {
        return SundaFiles.additions();
    }

    @ParameterizedTest
    @MethodSource("additions")
    void addsVectors(String file) {
        assertThat(new GoldenCase(file, CaymanFiles.ADD).run(ExecutionOptions.DEFAULT))
                .isEqualTo(CaymanFiles.ADD);
    }

    /** {@code output0 = fp16(input0) . W}; W, 3 x 3 halves, comes with the NEFF. */
    @Test
    void multipliesByTheConstantOfTheFile() {
        try (CorpusModel model = CorpusModel.load("dlc-tf-simple-x-cc2.4.0")) {
            float[] w = Golden.fp16(model.constant("model_dense_MatMul_constant"));
            float[] x = {0.1f, -2.7182817f, 33.333332f};
            float[] rounded = Golden.fp16(Golden.fp16(3, i -> x[i]));
            model.tensors().write("input0", Golden.fp32(3, i -> x[i]));
            model.run(ExecutionOptions.DEFAULT);
            float[] y = Golden.fp32(model.output());
            for (int j = 0; j < 3; j++) {
                double sum = 0;
                for (int k = 0; k < 3; k++) {
                    sum += (double) rounded[k] * w[3 * k + j];
                }
                assertThat((double) y[j]).as("y[%d]", j).isCloseTo(sum, within(1e-6 * Math.max(1, Math.abs(sum))));
            }
        }
    }

    /** Every output lies in the memory of its input; what is not permuted stays. */
    @Test
    void permutesWeightsInPlace() {
        try (CorpusModel model = CorpusModel.load("dlc-tiny-llama3-layout_opt-cc2.21.18209")) {
            for (var input : model.tensors().inputs()) {
                model.tensors().write(input.name(), bits((int) input.size() / 2, SundaInputs.number(input)));
            }
            model.run(ExecutionOptions.DEFAULT);
            for (int k : new int[] {0, 3, 6, 10, 13, 16}) {
                short[] in = shorts(bits((int) model.input("input" + k).size() / 2, k));
                assertThat(output(model, k)).as("output%d", k).isEqualTo(in);
            }
            for (int k : new int[] {4, 5, 7, 11, 12, 14}) {
                int rows = model.input("input" + k).shape().get(0).intValue();
                int columns = model.input("input" + k).shape().get(1).intValue();
                assertPermuted(model, k, new int[] {columns, rows}, new int[] {1, columns});
            }
            assertPermuted(model, 1, new int[] {2, 2, 2, 16}, new int[] {2, 1, 4, 8});
            assertPermuted(model, 8, new int[] {2, 2, 2, 16}, new int[] {2, 1, 4, 8});
            assertPermuted(model, 2, new int[] {16, 2, 2, 2, 3}, new int[] {1, 16, 32, 64, 128});
            assertPermuted(model, 9, new int[] {16, 2, 2, 3, 2}, new int[] {1, 64, 32, 128, 16});
            assertPermuted(model, 15, new int[] {167, 16, 3, 128}, new int[] {6144, 1, 2048, 16});
        }
    }

    private static void assertPermuted(CorpusModel model, int k, int[] counts, int[] strides) {
        short[] in = shorts(bits((int) model.input("input" + k).size() / 2, k));
        short[] expected = new short[in.length];
        for (int i = 0; i < expected.length; i++) {
            int rest = i;
            int from = 0;
            for (int d = counts.length - 1; d >= 0; d--) {
                from += rest % counts[d] * strides[d];
                rest /= counts[d];
            }
            expected[i] = in[from];
        }
        assertThat(output(model, k)).as("output%d", k).isEqualTo(expected);
    }

    private static short[] output(CorpusModel model, int k) {
        return shorts(model.tensors().read("output" + k));
    }

    /** Halves that are finite and not zero: transposes are products with an identity here. */
    private static byte[] bits(int count, int seed) {
        byte[] bytes = new byte[2 * count];
        ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            out.putShort((short) ((Golden.hash(i, seed) & 0xBFFF) | 1));
        }
        return bytes;
    }

    private static short[] shorts(byte[] bytes) {
        short[] values = new short[bytes.length / 2];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(values);
        return values;
    }
}
