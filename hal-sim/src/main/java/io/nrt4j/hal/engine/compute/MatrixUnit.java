package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.matrix.TileKernel;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.Dtype;

/**
 * The processing array: the stationary weights, which stay until the next LDWEIGHTS, and the product with them.
 *
 * <p>Weights are held by row of the array; column {@code m} makes output row {@code m}. Source: isa.md §5.1, §5.2;
 * exec-sunda.md §4.
 */
final class MatrixUnit {
    /** Rows and columns of the array. */
    static final int SIZE = 128;

    private static final int MAX_MOVING = 512;

    private final TileKernel kernel;
    private final float[][] weights = new float[SIZE][SIZE];
    private final double[][] wideWeights = new double[SIZE][SIZE];
    private final long[][] weightBits = new long[SIZE][SIZE];
    private float[][] moving = new float[SIZE][MAX_MOVING];
    private double[][] wideMoving = new double[0][0];
    private float[][] product = new float[SIZE][MAX_MOVING];
    private double[][] wideProduct = new double[0][0];
    private Dtype type = Dtype.INVALID;
    private int rows;
    private int columns;

    MatrixUnit(TileKernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Loads weights: the first element read goes to the last column.
     *
     * @param source one row of the array per channel
     * @param part for fp32, the part of each value that takes part
     */
    void load(OnChipOperand source, Fp32Part part, Scratch scratch) {
        rows = source.channels();
        columns = source.elements();
        type = source.codec().type();
        float[] values = scratch.floats(0, columns);
        double[] wide = scratch.doubles(columns);
        for (int k = 0; k < rows; k++) {
            source.readBits(k, weightBits[k]);
            source.read(k, values);
            if (isWide(type)) {
                part.split(values, wide, columns);
                reverse(wide, wideWeights[k], columns);
            } else {
                reverse(values, weights[k], columns);
            }
        }
    }

    private static void reverse(float[] in, float[] out, int count) {
        for (int i = 0; i < count; i++) {
            out[count - 1 - i] = in[i];
        }
    }

    private static void reverse(double[] in, double[] out, int count) {
        for (int i = 0; i < count; i++) {
            out[count - 1 - i] = in[i];
        }
    }

    /** Faults unless the weights have a shape and type. */
    void expect(int wantedRows, int wantedColumns, Dtype wantedType) {
        if (rows != wantedRows || columns != wantedColumns) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "a product of %d x %d with weights of %d x %d".formatted(wantedRows, wantedColumns, rows, columns));
        }
        if (isWide(type) != isWide(wantedType)) {
            throw new InstructionFaultException(
                    FaultKind.BAD_DTYPE, "a product of " + wantedType.text() + " with weights of " + type.text());
        }
    }

    /**
     * The product of the weights with a moving tile, rounded to fp32 once.
     *
     * @return one row per output row; valid until the next call
     */
    float[][] multiply(OnChipOperand source, Fp32Part part, Scratch scratch) {
        int count = source.elements();
        return isWide(source.codec().type()) ? multiplyWide(source, part, scratch) : multiplySingle(source, count);
    }

    private float[][] multiplySingle(OnChipOperand source, int count) {
        reserve(count);
        for (int k = 0; k < rows; k++) {
            source.read(k, moving[k]);
        }
        kernel.multiply(weights, moving, rows, columns, count, product);
        return product;
    }

    private float[][] multiplyWide(OnChipOperand source, Fp32Part part, Scratch scratch) {
        int count = source.elements();
        double[][] result = wide(source, part, scratch);
        reserve(count);
        for (int m = 0; m < columns; m++) {
            float[] out = product[m];
            double[] in = result[m];
            for (int n = 0; n < count; n++) {
                out[n] = (float) in[n];
            }
        }
        return product;
    }

    /** The exact product of integer tiles; rows as {@link #multiply}. */
    double[][] multiplyIntegers(OnChipOperand source, Scratch scratch) {
        return wide(source, Fp32Part.WHOLE, scratch);
    }

    private double[][] wide(OnChipOperand source, Fp32Part part, Scratch scratch) {
        int count = source.elements();
        if (wideMoving.length == 0 || wideMoving[0].length < count) {
            int size = Math.max(MAX_MOVING, count);
            wideMoving = new double[SIZE][size];
            wideProduct = new double[SIZE][size];
        }
        float[] row = scratch.floats(0, count);
        for (int k = 0; k < rows; k++) {
            source.read(k, row);
            part.split(row, wideMoving[k], count);
        }
        kernel.multiply(wideWeights, wideMoving, rows, columns, count, wideProduct);
        return wideProduct;
    }

    private void reserve(int count) {
        if (moving[0].length < count) {
            moving = new float[SIZE][count];
            product = new float[SIZE][count];
        }
    }

    /** The bits of the weight in a row of an output column, as loaded. */
    long weightBits(int column, int row) {
        return weightBits[row][columns - 1 - column];
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    Dtype type() {
        return type;
    }

    /** Whether products of a type are summed in double precision. */
    private static boolean isWide(Dtype type) {
        return type == Dtype.FP32 || type == Dtype.FP32R || type.isInteger();
    }
}
