package io.nrt4j.runtime.execution;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * A 3 x 3 convolution of small integers, exact in every order of summation; 256 channels in and out.
 *
 * <p>{@code out[o,h,v] = bias[o] + sum over c,i,j of W[o,c,i,j] * X[c,h+i,v+j]}. Source: exec-corpus.md §1.
 */
final class Convolution {
    static final int CHANNELS = 256;
    static final int KERNEL = 3;

    private final int height;
    private final int width;
    private final float[] weights;
    private final IntToDoubleFunction bias;

    /**
     * @param height rows of a picture
     * @param width columns of a picture
     * @param weights W by flat index of [out, in, 3, 3]
     * @param bias by channel
     */
    Convolution(int height, int width, IntToDoubleFunction weights, IntToDoubleFunction bias) {
        this.height = height;
        this.width = width;
        this.weights = new float[CHANNELS * CHANNELS * KERNEL * KERNEL];
        for (int i = 0; i < this.weights.length; i++) {
            this.weights[i] = (float) weights.applyAsDouble(i);
        }
        this.bias = bias;
    }

    int outHeight() {
        return height - KERNEL + 1;
    }

    int outWidth() {
        return width - KERNEL + 1;
    }

    /** The convolution of one picture [256, height, width]. */
    float[] apply(float[] picture) {
        int rows = outHeight();
        int columns = outWidth();
        float[] out = new float[CHANNELS * rows * columns];
        for (int o = 0; o < CHANNELS; o++) {
            float start = (float) bias.applyAsDouble(o);
            for (int h = 0; h < rows; h++) {
                float[] row = new float[columns];
                Arrays.fill(row, start);
                accumulate(picture, o, h, row);
                System.arraycopy(row, 0, out, (o * rows + h) * columns, columns);
            }
        }
        return out;
    }

    private void accumulate(float[] picture, int o, int h, float[] row) {
        for (int c = 0; c < CHANNELS; c++) {
            for (int i = 0; i < KERNEL; i++) {
                int x = (c * height + h + i) * width;
                int w = ((o * CHANNELS + c) * KERNEL + i) * KERNEL;
                float w0 = weights[w];
                float w1 = weights[w + 1];
                float w2 = weights[w + 2];
                for (int v = 0; v < row.length; v++) {
                    row[v] += w0 * picture[x + v] + w1 * picture[x + v + 1] + w2 * picture[x + v + 2];
                }
            }
        }
    }

    /** The maxima of 2 x 2 squares. */
    float[] pool(float[] convolved) {
        int rows = outHeight() / 2;
        int columns = outWidth() / 2;
        float[] out = new float[CHANNELS * rows * columns];
        for (int k = 0; k < out.length; k++) {
            int top = (k / columns * 2) * outWidth() + k % columns * 2;
            float upper = Math.max(convolved[top], convolved[top + 1]);
            float lower = Math.max(convolved[top + outWidth()], convolved[top + outWidth() + 1]);
            out[k] = Math.max(upper, lower);
        }
        return out;
    }
}
