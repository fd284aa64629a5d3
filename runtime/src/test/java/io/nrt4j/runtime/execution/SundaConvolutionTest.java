package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.manifest.TensorInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The convolution kernels of the sunda corpus on the integer inputs of exec-corpus.md §4, for which every correct order
 * of summation gives the same bits. What each file computes: exec-sunda.md §2, exec-corpus.md §7.
 */
@Tag("corpus")
@Tag("bench")
class SundaConvolutionTest {
    private static final int SIDE = 224;

    /** How a kernel takes its weights. */
    enum Weights {
        /** W [out, in, 3, 3]. */
        OUTPUT_FIRST,
        /** W [3, 3, in, out]. */
        OUTPUT_LAST,
        /** The 128 x 128 tiles of W are used without their transpose. */
        UNTRANSPOSED
    }

    @ParameterizedTest
    @CsvSource({
        "rohan-final_float16, OUTPUT_FIRST, true",
        "rohan-final_pool_float32, OUTPUT_FIRST, true",
        "waahm7-file_pool_1_float16-eafc8f, OUTPUT_FIRST, true",
        "waahm7-file_pool_2_float16, OUTPUT_FIRST, true",
        "waahm7-file_pool_1_float16-33b91f, OUTPUT_LAST, true",
        "waahm7-file_pool_1_float32-267c23, OUTPUT_FIRST, true",
        "waahm7-file_pool_1_float32-31ed34, OUTPUT_LAST, true",
        "waahm7-file_pool_1_float32-bd8bde, OUTPUT_LAST, false",
        "sahil-file_pool_1_float16-58f00d, OUTPUT_FIRST, true",
        "sahil-file_pool_1_float16-b94a2f, OUTPUT_FIRST, true",
        "sahil-file_pool_1_float16-a02db5, OUTPUT_FIRST, true",
        "sahil-file_pool_1_float32-53c321, OUTPUT_FIRST, true",
        "sahil-file_pool_2_float32, OUTPUT_FIRST, true",
        "ewang-PROFILE_float16, OUTPUT_FIRST, true",
        "ewang-PROFILE_float32, OUTPUT_FIRST, true",
        "ewang-kprofile_float16, OUTPUT_FIRST, true",
        "ewang-kprofile_pool_float32, OUTPUT_FIRST, true",
        "ewang-PROFILE_pool_float16, OUTPUT_FIRST, true",
        "ewang-PROFILE_pool, OUTPUT_FIRST, true",
        "ericcsr-file_pool_1_float16-5e60ee, OUTPUT_FIRST, true",
        "ericcsr-file_pool_2_float16-3abe25, OUTPUT_FIRST, true",
        "ericcsr-file_pool_2_float16-002acb, UNTRANSPOSED, true"
    })
    void convolves(String file, Weights layout, boolean addsBias) {
        try (CorpusModel model = CorpusModel.load(file)) {
            IntToDoubleFunction w = Golden.v(2, 3, -1);
            TensorInfo picture = model.input("X");
            TensorInfo weights = model.input("W");
            ModelTensors tensors = model.tensors();
            tensors.write("X", GoldenCase.pack(picture, Golden.v(1, 5, -2)));
            tensors.write(
                    "W",
                    GoldenCase.pack(weights, i -> w.applyAsDouble(stored(layout).applyAsInt(i))));
            tensors.write("bias", GoldenCase.pack(model.input("bias"), Golden.v(3, 7, -3)));
            model.run(ExecutionOptions.DEFAULT.withTimeout(Duration.ofHours(1)));
            IntToDoubleFunction bias = addsBias ? Golden.v(3, 7, -3) : o -> 0;
            Convolution convolution = new Convolution(
                    SIDE, SIDE, i -> w.applyAsDouble(used(layout).applyAsInt(i)), bias);
            TensorInfo output = tensors.outputs().get(0);
            int pictureElements = Convolution.CHANNELS * SIDE * SIDE;
            int batch = picture.shape().get(0).intValue();
            byte[] result = tensors.read(output.name());
            int bytes = result.length / batch;
            for (int n = 0; n < batch; n++) {
                float[] x = new float[pictureElements];
                for (int i = 0; i < x.length; i++) {
                    x[i] = Golden.v(n * pictureElements + i, 1, 5, -2);
                }
                float[] expected = convolution.apply(x);
                if (output.shape().get(2) == convolution.outHeight() / 2) {
                    expected = convolution.pool(expected);
                }
                float[] packed = expected;
                byte[] reference = bytes / packed.length == Float.BYTES
                        ? Golden.fp32(packed.length, i -> packed[i])
                        : Golden.fp16(packed.length, i -> packed[i]);
                byte[] mine = Arrays.copyOfRange(result, n * bytes, (n + 1) * bytes);
                assertThat(Golden.digest(mine)).as("picture %d", n).isEqualTo(Golden.digest(reference));
            }
        }
    }

    /** The index into W [out, in, 3, 3] of an element of the file's tensor. */
    private static IntUnaryOperator stored(Weights layout) {
        int c = Convolution.CHANNELS;
        return layout == Weights.OUTPUT_LAST ? i -> (i % c * c + i / c % c) * 9 + i / (c * c) : i -> i;
    }

    /** The index into W of the weight that the kernel uses for an element of W [out, in, 3, 3]. */
    private static IntUnaryOperator used(Weights layout) {
        if (layout != Weights.UNTRANSPOSED) {
            return i -> i;
        }
        return i -> {
            int place = i % 9;
            int in = i / 9 % 256;
            int out = i / 9 / 256;
            int row = out / 128 * 128 + in % 128;
            int column = in / 128 * 128 + out % 128;
            return (row * 256 + column) * 9 + place;
        };
    }
}
