package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.isa.PoolOperands;
import io.nrt4j.hal.isa.VectorOperands;
import java.util.List;

/** The instructions that load the vector engine's state. Source: exec-sunda.md §5 (0x69, 0x6D). */
final class VectorState {
    private VectorState() {}

    /** 0x69 LOAD_MASK_SELECT: 32 mask bytes. */
    static final class LoadMask extends ComputeOperation {
        private final int[] mask;

        private LoadMask(CoreUnits units, int[] mask) {
            super(units, List.of(), List.of());
            this.mask = mask;
        }

        static LoadMask of(PoolOperands.ImmediateBlock in, OperandBinder binder) {
            int[] mask = new int[VectorUnit.GROUP];
            for (int i = 0; i < mask.length; i++) {
                mask[i] = in.immediate().u8(i);
            }
            return new LoadMask(binder.units(), mask);
        }

        @Override
        void compute(CoreUnits units) {
            units.vector().setMask(mask);
        }
    }

    /** 0x6D MATCH_VALUE_LOAD: the first element read becomes the last value. */
    static final class LoadMatchValues extends ComputeOperation {
        private final OnChipOperand source;

        private LoadMatchValues(CoreUnits units, OnChipOperand source) {
            super(units, List.of(source), List.of());
            this.source = source;
        }

        static LoadMatchValues of(VectorOperands.ParameterLoad in, OperandBinder binder) {
            return new LoadMatchValues(binder.units(), binder.tensor(in.src(), in.inDtype(), in.channels()));
        }

        @Override
        void compute(CoreUnits units) {
            int count = source.elements();
            float[] row = units.scratch().floats(0, count);
            float[][] values = new float[source.channels()][count];
            for (int c = 0; c < values.length; c++) {
                source.read(c, row);
                for (int i = 0; i < count; i++) {
                    values[c][count - 1 - i] = row[i];
                }
            }
            units.vector().setMatchValues(values);
        }
    }
}
