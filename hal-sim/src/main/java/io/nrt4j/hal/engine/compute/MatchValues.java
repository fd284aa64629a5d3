package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/**
 * 0x6E FIND_INDEX8, the positions of the loaded match values, and 0x6F MATCH_REPLACE8, which replaces one occurrence of
 * each by a sentinel. Source: exec-sunda.md §5, §7 (no match: index 0xFFFFFFFF).
 */
final class MatchValues {
    private static final long NO_MATCH = 0xFFFF_FFFFL;

    private MatchValues() {}

    /** FIND_INDEX8. */
    static final class FindIndex extends ComputeOperation {
        private final OnChipOperand source;
        private final OnChipOperand destination;

        private FindIndex(CoreUnits units, OnChipOperand source, OnChipOperand destination) {
            super(units, List.of(source), List.of(destination));
            this.source = source;
            this.destination = destination;
        }

        static FindIndex of(VectorOperands.BatchNorm in, OperandBinder binder) {
            return new FindIndex(
                    binder.units(),
                    binder.tensor(in.src(), in.inDtype(), in.channels()),
                    binder.tensor(in.dst(), in.outDtype(), in.channels()));
        }

        @Override
        void compute(CoreUnits units) {
            float[] row = units.scratch().floats(0, source.elements());
            long[] out = units.scratch().words(0, destination.elements());
            for (int c = 0; c < source.channels(); c++) {
                source.read(c, row);
                int[] positions = units.vector().positions(c, row, source.elements());
                for (int k = 0; k < destination.elements(); k++) {
                    out[k] = k >= positions.length || positions[k] < 0 ? NO_MATCH : positions[k];
                }
                destination.writeBits(c, out);
            }
        }
    }

    /** MATCH_REPLACE8. */
    static final class Replace extends ComputeOperation {
        private final OnChipOperand source;
        private final OnChipOperand destination;
        private final float sentinel;

        private Replace(CoreUnits units, OnChipOperand source, OnChipOperand destination, float sentinel) {
            super(units, List.of(source), List.of(destination));
            this.source = source;
            this.destination = destination;
            this.sentinel = sentinel;
        }

        static Replace of(VectorOperands.MatchReplace in, OperandBinder binder) {
            OnChipOperand source = binder.tensor(in.src(), in.inDtype(), in.channels());
            OnChipOperand destination = binder.tensor(in.dst(), in.outDtype(), in.channels());
            OperandBinder.expectSameCount(source, destination);
            return new Replace(binder.units(), source, destination, Float.intBitsToFloat(in.sentinel()));
        }

        @Override
        void compute(CoreUnits units) {
            float[] row = units.scratch().floats(0, source.elements());
            for (int c = 0; c < source.channels(); c++) {
                source.read(c, row);
                for (int position : units.vector().positions(c, row, source.elements())) {
                    if (position >= 0) {
                        row[position] = sentinel;
                    }
                }
                destination.write(c, row);
            }
        }
    }
}
