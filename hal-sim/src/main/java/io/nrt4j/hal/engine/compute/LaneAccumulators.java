package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.isa.AccumulatorCommand;

/**
 * The running fp32 sums of an engine, one per partition.
 *
 * <p>The activation engine and the vector engine have one each. Source: isa.md §4.5 ({@code ACCUM_CMD}),
 * isa-encodings.md §2, §3.
 */
final class LaneAccumulators {
    private final float[] sums;

    LaneAccumulators(int partitions) {
        sums = new float[partitions];
    }

    /** The command of a slot byte; where a load would take its value from is not known. */
    static AccumulatorCommand command(int code) {
        return AccumulatorCommand.fromCode(code)
                .filter(c -> c != AccumulatorCommand.LOAD_ACCUMULATE)
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "accumulator command 0x%02x is not known".formatted(code)));
    }

    /** Carries a command out with the first {@code count} results of a lane, summed in double precision. */
    void apply(AccumulatorCommand command, int lane, float[] results, int count) {
        switch (command) {
            case IDLE -> {}
            case ZERO -> sums[lane] = 0;
            case ACCUMULATE -> add(lane, results, count);
            case ZERO_ACCUMULATE -> {
                sums[lane] = 0;
                add(lane, results, count);
            }
            case LOAD_ACCUMULATE -> throw new IllegalArgumentException(command + " has no known source");
        }
    }

    private void add(int lane, float[] results, int count) {
        double sum = sums[lane];
        for (int i = 0; i < count; i++) {
            sum += results[i];
        }
        sums[lane] = (float) sum;
    }

    /** The sum of a lane. */
    float get(int lane) {
        return sums[lane];
    }
}
