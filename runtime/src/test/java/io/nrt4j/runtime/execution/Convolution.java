package io.nrt4j.runtime.execution;

import java.util.Arrays;

/**
 * A 3 x 3 convolution with 256 channels in and out, summed in double precision.
 *
 * <p>{@code out[o,h,v] = bias[o] + sum over c,i,j of W[o,c,i,j] * X[c,h+i,v+j]}. Source: exec-corpus.md §1.
 */
final class Convolution {
    static final int CHANNELS = 256;
    static final int KERNEL = 3;

    private final int height;
    private final int width;
    private final float[] weights;
    private final float[] bias;

    /**
     * @param height rows of a picture
     * @param width columns of a picture
     * @param weights W by flat index of [out, in, 3, 3]
     * @param bias by channel
     */
    Convolution(int height, int width, float[] weights, float[] bias) {
        this.height = height;
        this.width = width;
        this.weights = weights;
        this.bias = bias;
    }

    int outHeight() {
        return height - KERNEL + 1;
    }

    int outWidth() {
        return width - KERNEL + 1;
    }

    /** The convolution of the picture [256, height, width] that starts at an index of an array. */
    double[] apply(float[] pictures, int from) {
        int rows = outHeight();
        int columns = outWidth();
        double[] out = new double[CHANNELS * rows * columns];
        double[] row = new double[columns];
        for (int o = 0; o < CHANNELS; o++) {
            for (int h = 0; h < rows; h++) {
                Arrays.fill(row, bias[o]);
                accumulate(pictures, from, o, h, row);
                System.arraycopy(row, 0, out, (o * rows + h) * columns, columns);
            }
        }
        return out;
    }

    private void accumulate(float[] picture, int from, int o, int h, double[] row) {
        for (int c = 0; c < CHANNELS; c++) {
            for (int i = 0; i < KERNEL; i++) {
                int x = from + (c * height + h + i) * width;
                int w = ((o * CHANNELS + c) * KERNEL + i) * KERNEL;
                double w0 = weights[w];
                double w1 = weights[w + 1];
                double w2 = weights[w + 2];
                for (int v = 0; v < row.length; v++) {
                    row[v] += w0 * picture[x + v] + w1 * picture[x + v + 1] + w2 * picture[x + v + 2];
                }
            }
        }
    }

    /** The maxima of 2 x 2 squares. */
    double[] pool(double[] convolved) {
        int rows = outHeight() / 2;
        int columns = outWidth() / 2;
        double[] out = new double[CHANNELS * rows * columns];
        for (int k = 0; k < out.length; k++) {
            int top = (k / columns * 2) * outWidth() + k % columns * 2;
            double upper = Math.max(convolved[top], convolved[top + 1]);
            double lower = Math.max(convolved[top + outWidth()], convolved[top + outWidth() + 1]);
            out[k] = Math.max(upper, lower);
        }
        return out;
    }
}
