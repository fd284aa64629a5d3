package io.nrt4j.hal.engine.matrix;

import java.util.Arrays;

/**
 * The kernel for speed: plain loops in the shape that HotSpot's compiler turns into vector code.
 *
 * <p>That shape is narrow: one array per matrix row, indexed by the loop variable alone (an added offset, or several
 * rows in one array, stays scalar), and no more than three sums over two rows at a time (a fourth row of operands stays
 * scalar). Three output rows by two input rows need five loads and three stores for six multiply-adds per element.
 */
public final class LoopTileKernel implements TileKernel {
    @Override
    public void multiply(float[][] weights, float[][] moving, int rows, int columns, int count, float[][] product) {
        int m = 0;
        for (; m + 3 <= columns; m += 3) {
            triple(weights, moving, rows, m, count, product);
        }
        for (; m < columns; m++) {
            single(weights, moving, rows, m, count, product[m]);
        }
    }

    private static void triple(float[][] weights, float[][] moving, int rows, int m, int count, float[][] product) {
        float[] p0 = product[m];
        float[] p1 = product[m + 1];
        float[] p2 = product[m + 2];
        Arrays.fill(p0, 0, count, 0);
        Arrays.fill(p1, 0, count, 0);
        Arrays.fill(p2, 0, count, 0);
        int k = 0;
        for (; k + 2 <= rows; k += 2) {
            float[] x = weights[k];
            float[] y = weights[k + 1];
            addSixProducts(
                    p0, p1, p2, moving[k], moving[k + 1], x[m], y[m], x[m + 1], y[m + 1], x[m + 2], y[m + 2], count);
        }
        if (k < rows) {
            addProduct(p0, moving[k], weights[k][m], count);
            addProduct(p1, moving[k], weights[k][m + 1], count);
            addProduct(p2, moving[k], weights[k][m + 2], count);
        }
    }

    private static void single(float[][] weights, float[][] moving, int rows, int m, int count, float[] product) {
        Arrays.fill(product, 0, count, 0);
        int k = 0;
        for (; k + 2 <= rows; k += 2) {
            addTwoProducts(product, moving[k], moving[k + 1], weights[k][m], weights[k + 1][m], count);
        }
        if (k < rows) {
            addProduct(product, moving[k], weights[k][m], count);
        }
    }

    private static void addSixProducts(
            float[] p0,
            float[] p1,
            float[] p2,
            float[] x,
            float[] y,
            float x0,
            float y0,
            float x1,
            float y1,
            float x2,
            float y2,
            int count) {
        for (int i = 0; i < count; i++) {
            float xi = x[i];
            float yi = y[i];
            p0[i] = Math.fma(y0, yi, Math.fma(x0, xi, p0[i]));
            p1[i] = Math.fma(y1, yi, Math.fma(x1, xi, p1[i]));
            p2[i] = Math.fma(y2, yi, Math.fma(x2, xi, p2[i]));
        }
    }

    private static void addTwoProducts(float[] p, float[] x, float[] y, float wx, float wy, int count) {
        for (int i = 0; i < count; i++) {
            p[i] = Math.fma(wy, y[i], Math.fma(wx, x[i], p[i]));
        }
    }

    private static void addProduct(float[] p, float[] x, float w, int count) {
        for (int i = 0; i < count; i++) {
            p[i] = Math.fma(w, x[i], p[i]);
        }
    }

    @Override
    public void multiply(double[][] weights, double[][] moving, int rows, int columns, int count, double[][] product) {
        int m = 0;
        for (; m + 3 <= columns; m += 3) {
            triple(weights, moving, rows, m, count, product);
        }
        for (; m < columns; m++) {
            single(weights, moving, rows, m, count, product[m]);
        }
    }

    private static void triple(double[][] weights, double[][] moving, int rows, int m, int count, double[][] product) {
        double[] p0 = product[m];
        double[] p1 = product[m + 1];
        double[] p2 = product[m + 2];
        Arrays.fill(p0, 0, count, 0);
        Arrays.fill(p1, 0, count, 0);
        Arrays.fill(p2, 0, count, 0);
        int k = 0;
        for (; k + 2 <= rows; k += 2) {
            double[] x = weights[k];
            double[] y = weights[k + 1];
            addSixProducts(
                    p0, p1, p2, moving[k], moving[k + 1], x[m], y[m], x[m + 1], y[m + 1], x[m + 2], y[m + 2], count);
        }
        if (k < rows) {
            addProduct(p0, moving[k], weights[k][m], count);
            addProduct(p1, moving[k], weights[k][m + 1], count);
            addProduct(p2, moving[k], weights[k][m + 2], count);
        }
    }

    private static void single(double[][] weights, double[][] moving, int rows, int m, int count, double[] product) {
        Arrays.fill(product, 0, count, 0);
        int k = 0;
        for (; k + 2 <= rows; k += 2) {
            addTwoProducts(product, moving[k], moving[k + 1], weights[k][m], weights[k + 1][m], count);
        }
        if (k < rows) {
            addProduct(product, moving[k], weights[k][m], count);
        }
    }

    private static void addSixProducts(
            double[] p0,
            double[] p1,
            double[] p2,
            double[] x,
            double[] y,
            double x0,
            double y0,
            double x1,
            double y1,
            double x2,
            double y2,
            int count) {
        for (int i = 0; i < count; i++) {
            double xi = x[i];
            double yi = y[i];
            p0[i] = Math.fma(y0, yi, Math.fma(x0, xi, p0[i]));
            p1[i] = Math.fma(y1, yi, Math.fma(x1, xi, p1[i]));
            p2[i] = Math.fma(y2, yi, Math.fma(x2, xi, p2[i]));
        }
    }

    private static void addTwoProducts(double[] p, double[] x, double[] y, double wx, double wy, int count) {
        for (int i = 0; i < count; i++) {
            p[i] = Math.fma(wy, y[i], Math.fma(wx, x[i], p[i]));
        }
    }

    private static void addProduct(double[] p, double[] x, double w, int count) {
        for (int i = 0; i < count; i++) {
            p[i] = Math.fma(w, x[i], p[i]);
        }
    }
}
