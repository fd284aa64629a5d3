package io.nrt4j.hal.engine.matrix;

/**
 * One pass of the matrix engine: the product of the stationary tile with the moving tile.
 *
 * <p>Every implementation gives the same bits: each element is a chain of fused multiply-adds over ascending row
 * {@code k}, starting from zero. The order of partial sums inside a pass is the emulator's choice (exec-corpus.md §8).
 *
 * <p>Shapes: {@code weights} is rows x columns (column {@code m} makes output row {@code m}), {@code moving} rows x count,
 * {@code product} columns x count; arrays may be larger than the shape.
 */
public interface TileKernel {
    /**
     * The product in single precision, for 8- and 16-bit inputs.
     *
     * @param rows the partitions that take part (K), 1 to 128
     * @param columns the output rows (M), 1 to 128
     * @param count the elements of each moving row (N)
     */
    void multiply(float[][] weights, float[][] moving, int rows, int columns, int count, float[][] product);

    /**
     * The product in double precision, for fp32 and integer inputs, whose products single precision would round once
     * per row instead of once per pass.
     */
    void multiply(double[][] weights, double[][] moving, int rows, int columns, int count, double[][] product);
}
