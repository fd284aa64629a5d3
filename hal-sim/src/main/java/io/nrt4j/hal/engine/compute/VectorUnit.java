package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import java.util.Arrays;

/** The vector engine's state: the shuffle mask and the values to match. Source: exec-sunda.md §5 (0x69, 0x6D). */
final class VectorUnit {
    /** Partitions that a shuffle mask covers. */
    static final int GROUP = 32;

    private int[] mask = new int[0];
    private float[][] matchValues = new float[0][];
    private final RandomBits random = new RandomBits();
    private final LaneAccumulators accumulators;

    VectorUnit(int partitions) {
        accumulators = new LaneAccumulators(partitions);
    }

    /** Takes a mask of 32 entries into use. */
    void setMask(int[] entries) {
        mask = entries.clone();
    }

    /** The source partition for output partition {@code i} of a group; 32 and above: not written. */
    int mask(int i) {
        if (mask.length == 0) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, "no mask was loaded");
        }
        return mask[i];
    }

    /** Takes the values to match into use, one row per partition. */
    void setMatchValues(float[][] values) {
        matchValues = values;
    }

    /** The values to match in a partition. */
    float[] matchValues(int channel) {
        if (channel >= matchValues.length) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, "no match values were loaded for partition " + channel);
        }
        return matchValues[channel];
    }

    /** The running sum of each partition. */
    LaneAccumulators accumulators() {
        return accumulators;
    }

    /** The engine's random generator. */
    RandomBits random() {
        return random;
    }

    /**
     * For each value to match the position of an element equal to it, -1 where there is none; equal values get
     * successive positions.
     */
    int[] positions(int channel, float[] row, int count) {
        float[] values = matchValues(channel);
        int[] positions = new int[values.length];
        for (int k = 0; k < values.length; k++) {
            positions[k] = find(values[k], row, count, Arrays.copyOf(positions, k));
        }
        return positions;
    }

    private static int find(float value, float[] row, int count, int[] taken) {
        for (int i = 0; i < count; i++) {
            if (row[i] == value && !contains(taken, i)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean contains(int[] positions, int wanted) {
        for (int position : positions) {
            if (position == wanted) {
                return true;
            }
        }
        return false;
    }
}
