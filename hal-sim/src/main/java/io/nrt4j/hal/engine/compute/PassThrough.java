package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.PeOperands;
import java.util.Arrays;
import java.util.List;

/**
 * 0x02 MATMUL in transpose mode: the weights pass through the array along a moving permutation, mostly the identity.
 *
 * <p>Elements keep their type and their bits: a copy does not round, and a NaN elsewhere in the tile does not spread.
 * Source: isa.md §5.2.
 */
final class PassThrough extends ComputeOperation {
    private static final int NO_ROW = -1;
    private static final int NOT_ONE_HOT = -2;

    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final int rowGroups;
    private final int columnGroups;

    private PassThrough(CoreUnits units, OnChipOperand source, OnChipOperand destination, PeOperands.MatMul in) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.rowGroups = in.rowGroup();
        this.columnGroups = in.colGroup();
    }

    static PassThrough of(PeOperands.MatMul in, OperandBinder binder) {
        OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.rows());
        OnChipOperand destination = binder.tensor(in.dst(), in.inDtype(), in.cols());
        MatrixMultiply.check(source, destination);
        return new PassThrough(binder.units(), source, destination, in);
    }

    @Override
    void compute(CoreUnits units) {
        MatrixUnit matrix = units.array().weights(rowGroups, columnGroups);
        matrix.expect(source.channels(), destination.channels(), source.codec().type());
        int[] rows = chosenRows(units.scratch());
        if (contains(rows, NOT_ONE_HOT)) {
            multiply(matrix, units.scratch());
            return;
        }
        long[] out = units.scratch().words(0, rows.length);
        for (int m = 0; m < destination.channels(); m++) {
            for (int n = 0; n < rows.length; n++) {
                out[n] = rows[n] == NO_ROW ? 0 : matrix.weightBits(m, rows[n]);
            }
            destination.writeBits(m, out);
        }
    }

    /** A moving tile that is no permutation makes an ordinary product, rounded to the element type. */
    private void multiply(MatrixUnit matrix, Scratch scratch) {
        float[][] product = matrix.multiply(source, Fp32Part.WHOLE, scratch);
        for (int m = 0; m < destination.channels(); m++) {
            destination.write(m, product[m]);
        }
    }

    /** For each moving column the row that holds its only 1. */
    private int[] chosenRows(Scratch scratch) {
        int count = source.elements();
        int[] rows = new int[count];
        Arrays.fill(rows, NO_ROW);
        float[] row = scratch.floats(0, count);
        for (int k = 0; k < source.channels(); k++) {
            source.read(k, row);
            for (int n = 0; n < count; n++) {
                if (row[n] != 0) {
                    rows[n] = row[n] == 1 && rows[n] == NO_ROW ? k : NOT_ONE_HOT;
                }
            }
        }
        return rows;
    }

    private static boolean contains(int[] rows, int wanted) {
        for (int row : rows) {
            if (row == wanted) {
                return true;
            }
        }
        return false;
    }
}
