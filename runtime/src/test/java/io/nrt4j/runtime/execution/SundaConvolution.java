package io.nrt4j.runtime.execution;

import io.nrt4j.loader.manifest.TensorInfo;
import java.util.stream.Stream;

/**
 * A convolution kernel of the sunda corpus and what it computes; source: exec-sunda.md §2, exec-corpus.md §7.
 *
 * @param file the file's name without suffix
 * @param layout how the kernel takes its weights
 * @param addsBias whether it adds the bias that it is given
 * @param tolerance for standard normal inputs and weights divided by sqrt(2304), absolute
 */
record SundaConvolution(String file, Weights layout, boolean addsBias, double tolerance) {
    private static final int SIDE = 224;
    private static final int CHANNELS = Convolution.CHANNELS;
    private static final int PLACES = Convolution.KERNEL * Convolution.KERNEL;
    private static final int TILE = 128;

    /** How a kernel takes its weights. */
    enum Weights {
        /** W [out, in, 3, 3]. */
        OUTPUT_FIRST,
        /** W [3, 3, in, out]. */
        OUTPUT_LAST,
        /** The 128 x 128 tiles of W are used without their transpose. */
        UNTRANSPOSED
    }

    private static final double FP16 = 2e-3;
    private static final double FP16_ROUNDED_TWICE = 5e-3;
    private static final double FP16_PARTIAL_SUMS = 1e-2;
    private static final double FP32 = 1e-5;

    /** All of them. */
    static Stream<SundaConvolution> all() {
        return Stream.of(
                plain("rohan-final_float16", FP16),
                plain("rohan-final_pool_float32", FP32),
                plain("waahm7-file_pool_1_float16-eafc8f", FP16),
                plain("waahm7-file_pool_2_float16", FP16),
                new SundaConvolution("waahm7-file_pool_1_float16-33b91f", Weights.OUTPUT_LAST, true, FP16),
                plain("waahm7-file_pool_1_float32-267c23", FP32),
                new SundaConvolution("waahm7-file_pool_1_float32-31ed34", Weights.OUTPUT_LAST, true, FP32),
                new SundaConvolution("waahm7-file_pool_1_float32-bd8bde", Weights.OUTPUT_LAST, false, FP32),
                plain("sahil-file_pool_1_float16-58f00d", FP16_ROUNDED_TWICE),
                plain("sahil-file_pool_1_float16-b94a2f", FP16_ROUNDED_TWICE),
                plain("sahil-file_pool_1_float16-a02db5", FP16_ROUNDED_TWICE),
                plain("sahil-file_pool_1_float32-53c321", FP32),
                plain("sahil-file_pool_2_float32", FP32),
                plain("ewang-PROFILE_float16", FP16_PARTIAL_SUMS),
                plain("ewang-PROFILE_float32", FP32),
                plain("ewang-kprofile_float16", FP16_PARTIAL_SUMS),
                plain("ewang-kprofile_pool_float32", FP32),
                plain("ewang-PROFILE_pool_float16", FP16_PARTIAL_SUMS),
                plain("ewang-PROFILE_pool", FP16_PARTIAL_SUMS),
                plain("ericcsr-file_pool_1_float16-5e60ee", FP16_PARTIAL_SUMS),
                plain("ericcsr-file_pool_2_float16-3abe25", FP16_PARTIAL_SUMS),
                new SundaConvolution(
                        "ericcsr-file_pool_2_float16-002acb", Weights.UNTRANSPOSED, true, FP16_PARTIAL_SUMS));
    }

    private static SundaConvolution plain(String file, double tolerance) {
        return new SundaConvolution(file, Weights.OUTPUT_FIRST, true, tolerance);
    }

    /** The expected output of all pictures of a batch, from the tensors as the file takes them. */
    double[] expected(CorpusModel model, float[] pictures, float[] weights, float[] bias) {
        Convolution convolution = new Convolution(SIDE, SIDE, used(weights), addsBias ? bias : new float[bias.length]);
        TensorInfo output = model.tensors().outputs().get(0);
        boolean pools = output.shape().get(2) == convolution.outHeight() / 2;
        int picture = CHANNELS * SIDE * SIDE;
        int count = Math.toIntExact(output.size() / output.dtype().bytes());
        double[] all = new double[count];
        int part = count / (pictures.length / picture);
        for (int n = 0; n < pictures.length / picture; n++) {
            double[] one = convolution.apply(pictures, n * picture);
            System.arraycopy(pools ? convolution.pool(one) : one, 0, all, n * part, part);
        }
        return all;
    }

    /** What is unusual about the file, for a reader. */
    String variant() {
        String weights = switch (layout) {
            case OUTPUT_FIRST -> "";
            case OUTPUT_LAST -> ", weights [3,3,in,out]";
            case UNTRANSPOSED -> ", weight tiles not transposed";
        };
        return weights + (addsBias ? "" : ", no bias");
    }

    /** The weights that the kernel uses, as W [out, in, 3, 3]. */
    private float[] used(float[] stored) {
        float[] w = new float[stored.length];
        for (int i = 0; i < w.length; i++) {
            w[i] = stored[storedIndex(i)];
        }
        return w;
    }

    private int storedIndex(int i) {
        int place = i % PLACES;
        int in = i / PLACES % CHANNELS;
        int out = i / PLACES / CHANNELS;
        return switch (layout) {
            case OUTPUT_FIRST -> i;
            case OUTPUT_LAST -> (place * CHANNELS + in) * CHANNELS + out;
            case UNTRANSPOSED -> {
                int row = out / TILE * TILE + in % TILE;
                int column = in / TILE * TILE + out % TILE;
                yield (row * CHANNELS + column) * PLACES + place;
            }
        };
    }

    @Override
    public String toString() {
        return file;
    }
}
