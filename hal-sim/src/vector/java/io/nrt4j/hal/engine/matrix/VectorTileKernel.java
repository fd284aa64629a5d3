package io.nrt4j.hal.engine.matrix;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernel with the JDK's vector API: four output rows by two vectors stay in registers while all rows go by.
 *
 * <p>Eleven registers are in use, so that the sixteen of AVX2 suffice. What four rows and two vectors leave over goes
 * through one row and one vector, then one element, at a time.
 */
public final class VectorTileKernel implements TileKernel {
    private static final VectorSpecies<Float> SINGLE = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Double> DOUBLE = DoubleVector.SPECIES_PREFERRED;
    private static final int BLOCK = 4;

    @Override
    public void multiply(float[][] weights, float[][] moving, int rows, int columns, int count, float[][] product) {
        int lanes = SINGLE.length();
        int blocks = columns - columns % BLOCK;
        int pairs = count - count % (2 * lanes);
        for (int n = 0; n < pairs; n += 2 * lanes) {
            for (int m = 0; m < blocks; m += BLOCK) {
                block(weights, moving, rows, m, n, product);
            }
        }
        int vectors = SINGLE.loopBound(count);
        for (int m = 0; m < columns; m++) {
            for (int n = m < blocks ? pairs : 0; n < vectors; n += lanes) {
                vector(weights, moving, rows, m, n, product[m]);
            }
            for (int n = vectors; n < count; n++) {
                element(weights, moving, rows, m, n, product[m]);
            }
        }
    }

    private static void block(float[][] weights, float[][] moving, int rows, int m, int n, float[][] product) {
        int next = n + SINGLE.length();
        FloatVector a0 = FloatVector.zero(SINGLE);
        FloatVector a1 = a0;
        FloatVector b0 = a0;
        FloatVector b1 = a0;
        FloatVector c0 = a0;
        FloatVector c1 = a0;
        FloatVector d0 = a0;
        FloatVector d1 = a0;
        for (int k = 0; k < rows; k++) {
            float[] w = weights[k];
            FloatVector x0 = FloatVector.fromArray(SINGLE, moving[k], n);
            FloatVector x1 = FloatVector.fromArray(SINGLE, moving[k], next);
            FloatVector a = FloatVector.broadcast(SINGLE, w[m]);
            a0 = a.fma(x0, a0);
            a1 = a.fma(x1, a1);
            FloatVector b = FloatVector.broadcast(SINGLE, w[m + 1]);
            b0 = b.fma(x0, b0);
            b1 = b.fma(x1, b1);
            FloatVector c = FloatVector.broadcast(SINGLE, w[m + 2]);
            c0 = c.fma(x0, c0);
            c1 = c.fma(x1, c1);
            FloatVector d = FloatVector.broadcast(SINGLE, w[m + 3]);
            d0 = d.fma(x0, d0);
            d1 = d.fma(x1, d1);
        }
        a0.intoArray(product[m], n);
        a1.intoArray(product[m], next);
        b0.intoArray(product[m + 1], n);
        b1.intoArray(product[m + 1], next);
        c0.intoArray(product[m + 2], n);
        c1.intoArray(product[m + 2], next);
        d0.intoArray(product[m + 3], n);
        d1.intoArray(product[m + 3], next);
    }

    private static void vector(float[][] weights, float[][] moving, int rows, int m, int n, float[] product) {
        FloatVector sum = FloatVector.zero(SINGLE);
        for (int k = 0; k < rows; k++) {
            FloatVector w = FloatVector.broadcast(SINGLE, weights[k][m]);
            sum = w.fma(FloatVector.fromArray(SINGLE, moving[k], n), sum);
        }
        sum.intoArray(product, n);
    }

    private static void element(float[][] weights, float[][] moving, int rows, int m, int n, float[] product) {
        float sum = 0;
        for (int k = 0; k < rows; k++) {
            sum = Math.fma(weights[k][m], moving[k][n], sum);
        }
        product[n] = sum;
    }

    @Override
    public void multiply(double[][] weights, double[][] moving, int rows, int columns, int count, double[][] product) {
        int lanes = DOUBLE.length();
        int blocks = columns - columns % BLOCK;
        int pairs = count - count % (2 * lanes);
        for (int n = 0; n < pairs; n += 2 * lanes) {
            for (int m = 0; m < blocks; m += BLOCK) {
                block(weights, moving, rows, m, n, product);
            }
        }
        int vectors = DOUBLE.loopBound(count);
        for (int m = 0; m < columns; m++) {
            for (int n = m < blocks ? pairs : 0; n < vectors; n += lanes) {
                vector(weights, moving, rows, m, n, product[m]);
            }
            for (int n = vectors; n < count; n++) {
                element(weights, moving, rows, m, n, product[m]);
            }
        }
    }

    private static void block(double[][] weights, double[][] moving, int rows, int m, int n, double[][] product) {
        int next = n + DOUBLE.length();
        DoubleVector a0 = DoubleVector.zero(DOUBLE);
        DoubleVector a1 = a0;
        DoubleVector b0 = a0;
        DoubleVector b1 = a0;
        DoubleVector c0 = a0;
        DoubleVector c1 = a0;
        DoubleVector d0 = a0;
        DoubleVector d1 = a0;
        for (int k = 0; k < rows; k++) {
            double[] w = weights[k];
            DoubleVector x0 = DoubleVector.fromArray(DOUBLE, moving[k], n);
            DoubleVector x1 = DoubleVector.fromArray(DOUBLE, moving[k], next);
            DoubleVector a = DoubleVector.broadcast(DOUBLE, w[m]);
            a0 = a.fma(x0, a0);
            a1 = a.fma(x1, a1);
            DoubleVector b = DoubleVector.broadcast(DOUBLE, w[m + 1]);
            b0 = b.fma(x0, b0);
            b1 = b.fma(x1, b1);
            DoubleVector c = DoubleVector.broadcast(DOUBLE, w[m + 2]);
            c0 = c.fma(x0, c0);
            c1 = c.fma(x1, c1);
            DoubleVector d = DoubleVector.broadcast(DOUBLE, w[m + 3]);
            d0 = d.fma(x0, d0);
            d1 = d.fma(x1, d1);
        }
        a0.intoArray(product[m], n);
        a1.intoArray(product[m], next);
        b0.intoArray(product[m + 1], n);
        b1.intoArray(product[m + 1], next);
        c0.intoArray(product[m + 2], n);
        c1.intoArray(product[m + 2], next);
        d0.intoArray(product[m + 3], n);
        d1.intoArray(product[m + 3], next);
    }

    private static void vector(double[][] weights, double[][] moving, int rows, int m, int n, double[] product) {
        DoubleVector sum = DoubleVector.zero(DOUBLE);
        for (int k = 0; k < rows; k++) {
            DoubleVector w = DoubleVector.broadcast(DOUBLE, weights[k][m]);
            sum = w.fma(DoubleVector.fromArray(DOUBLE, moving[k], n), sum);
        }
        sum.intoArray(product, n);
    }

    private static void element(double[][] weights, double[][] moving, int rows, int m, int n, double[] product) {
        double sum = 0;
        for (int k = 0; k < rows; k++) {
            sum = Math.fma(weights[k][m], moving[k][n], sum);
        }
        product[n] = sum;
    }
}
