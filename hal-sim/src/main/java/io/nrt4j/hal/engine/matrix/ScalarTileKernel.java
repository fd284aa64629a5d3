package io.nrt4j.hal.engine.matrix;

/** The kernel as the definition reads: the reference that faster kernels are tested against. */
public final class ScalarTileKernel implements TileKernel {
    @Override
    public void multiply(float[][] weights, float[][] moving, int rows, int columns, int count, float[][] product) {
        for (int m = 0; m < columns; m++) {
            for (int n = 0; n < count; n++) {
                float sum = 0;
                for (int k = 0; k < rows; k++) {
                    sum = Math.fma(weights[k][m], moving[k][n], sum);
                }
                product[m][n] = sum;
            }
        }
    }

    @Override
    public void multiply(double[][] weights, double[][] moving, int rows, int columns, int count, double[][] product) {
        for (int m = 0; m < columns; m++) {
            for (int n = 0; n < count; n++) {
                double sum = 0;
                for (int k = 0; k < rows; k++) {
                    sum = Math.fma(weights[k][m], moving[k][n], sum);
                }
                product[m][n] = sum;
            }
        }
    }
}
