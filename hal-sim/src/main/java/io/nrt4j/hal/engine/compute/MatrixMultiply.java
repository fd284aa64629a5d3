package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.engine.operand.ZeroRegions;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.PeOperands;
import java.util.Arrays;
import java.util.List;

/**
 * 0x02 MATMUL: the product of the weights with a moving tile, added to or written over accumulators.
 *
 * <p>Source: isa.md §5.2, exec-sunda.md §4 (zero regions, double pixel, integer products).
 */
final class MatrixMultiply extends ComputeOperation {
    /** Performance mode in which each element stands for two; weights are loaded as ever. */
    static final int DOUBLE_PIXEL = 3;

    private static final int BEGIN = 1;
    private static final int SMALLEST_REGION = 2048;

    private final OnChipOperand source;
    private final OnChipOperand destination;
    private final Fp32Part part;
    private final boolean begin;
    private final int regionBytes;
    private final int rowGroups;
    private final int columnGroups;

    private MatrixMultiply(
            CoreUnits units, OnChipOperand source, OnChipOperand destination, Fp32Part part, PeOperands.MatMul in) {
        super(units, List.of(source), List.of(destination));
        this.source = source;
        this.destination = destination;
        this.part = part;
        this.begin = (in.accumulateFlags() & BEGIN) != 0;
        this.regionBytes = SMALLEST_REGION << (in.zeroRegion() & 3);
        this.rowGroups = in.rowGroup();
        this.columnGroups = in.colGroup();
    }

    static MatrixMultiply of(PeOperands.MatMul in, OperandBinder binder) {
        OperandBinder.expect(in.outDtype(), 0, "output type");
        OperandBinder.expect(in.flags(), 0, "flags");
        boolean doublePixel = in.perfOpt() == DOUBLE_PIXEL;
        if (!doublePixel) {
            OperandBinder.expect(in.perfOpt(), 0, "performance mode");
        }
        ElementCodec codec = binder.codec(in.inDtype());
        ElementCodec accumulator = binder.codec(codec.type().isInteger() ? Dtype.INT32 : Dtype.FP32);
        OnChipOperand source = binder.tensor(pattern(in.src(), doublePixel), codec, in.rows());
        OnChipOperand destination = binder.tensor(pattern(in.dst(), doublePixel), accumulator, in.cols());
        check(source, destination);
        return new MatrixMultiply(binder.units(), source, destination, Fp32Part.of(in.fp32Mode()), in);
    }

    /** In double-pixel mode every element of a pattern stands for two neighbours. */
    private static AccessPattern pattern(AccessPattern pattern, boolean doublePixel) {
        if (!doublePixel) {
            return pattern;
        }
        int[] steps = new int[4];
        int[] counts = new int[4];
        steps[0] = 1;
        counts[0] = 2;
        for (int d = 0; d < 3; d++) {
            steps[d + 1] = pattern.step(d);
            counts[d + 1] = pattern.count(d);
        }
        return AccessPattern.of(pattern.address(), steps, counts);
    }

    static void check(OnChipOperand source, OnChipOperand destination) {
        OperandBinder.expectSameCount(source, destination);
        if (source.inPsum() || !destination.inPsum()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, "a product goes from the state buffer to PSUM only");
        }
    }

    /** An accumulator is read unless its first write is to come. */
    @Override
    List<OnChipOperand> read(CoreUnits units) {
        boolean fresh = begin || pending(units.zeroRegions(), 0) != Pending.NONE;
        return fresh ? List.of(source) : List.of(source, destination);
    }

    @Override
    boolean clearsZeroRegions() {
        return false;
    }

    @Override
    void compute(CoreUnits units) {
        MatrixUnit matrix = units.array().weights(rowGroups, columnGroups);
        matrix.expect(source.channels(), destination.channels(), source.codec().type());
        if (begin) {
            markRegion(units.zeroRegions());
        }
        if (source.codec().type().isInteger()) {
            accumulateIntegers(units, matrix.multiplyIntegers(source, units.scratch()));
        } else {
            accumulate(units, matrix.multiply(source, part, units.scratch()));
        }
    }

    private void markRegion(ZeroRegions regions) {
        int start = destination.offset() / regionBytes * regionBytes;
        int length = Math.min(regionBytes, destination.memory().activeBytes() - start);
        for (int c = 0; c < destination.channels(); c++) {
            regions.mark(destination.firstPartition() + c, start, length);
        }
    }

    private void accumulate(CoreUnits units, float[][] product) {
        int count = destination.elements();
        float[] row = units.scratch().floats(1, count);
        for (int m = 0; m < destination.channels(); m++) {
            float[] sums = product[m];
            Pending pending = pending(units.zeroRegions(), m);
            if (pending == Pending.ALL) {
                destination.write(m, sums);
            } else {
                destination.read(m, row);
                if (pending == Pending.SOME) {
                    zeroPending(units.zeroRegions(), m, row);
                }
                for (int n = 0; n < count; n++) {
                    row[n] += sums[n];
                }
                destination.write(m, row);
            }
            if (pending != Pending.NONE) {
                units.zeroRegions().clear(destination, m);
            }
        }
    }

    private void accumulateIntegers(CoreUnits units, double[][] product) {
        int count = destination.elements();
        long[] row = units.scratch().words(1, count);
        float[] zeroed = units.scratch().floats(1, count);
        for (int m = 0; m < destination.channels(); m++) {
            destination.readIntegers(m, row);
            Arrays.fill(zeroed, 0, count, 1);
            if (pending(units.zeroRegions(), m) != Pending.NONE) {
                zeroPending(units.zeroRegions(), m, zeroed);
                units.zeroRegions().clear(destination, m);
            }
            for (int n = 0; n < count; n++) {
                row[n] = (zeroed[n] == 0 ? 0 : row[n]) + (long) product[m][n];
            }
            destination.writeBits(m, row);
        }
    }

    private enum Pending {
        NONE,
        SOME,
        ALL
    }

    private Pending pending(ZeroRegions regions, int channel) {
        int partition = destination.firstPartition() + channel;
        int first = destination.lowestByte();
        int last = destination.highestByte();
        if (!regions.isAnyMarked(partition, first, last)) {
            return Pending.NONE;
        }
        return regions.isAllMarked(partition, first, last) ? Pending.ALL : Pending.SOME;
    }

    /** Zeroes the values of a row whose accumulators wait for their first write; negative, so that a sum keeps its sign. */
    private void zeroPending(ZeroRegions regions, int channel, float[] row) {
        int partition = destination.firstPartition() + channel;
        int[] element = {0};
        destination.forEachElement(offset -> {
            if (regions.isMarked(partition, offset)) {
                row[element[0]] = -0f;
            }
            element[0]++;
        });
    }
}
