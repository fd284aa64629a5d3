package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.StridedPattern;
import io.nrt4j.hal.dma.TensorPointer;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.Variable;
import java.util.List;
import java.util.Optional;

/**
 * Places in variables as descriptors name them: device addresses, or template pointers for inputs and outputs, which are
 * bound at execution. Source: memory.md §7.1, §7.2, dma.md §4.
 */
final class PlaceResolver {
    /** Ours: a template pointer has no room for such an offset. */
    static final LogMessage TENSOR_TOO_LARGE =
            LogMessage.error("TDRV", "expand_io_descs", "offset 0x%lx in %s is beyond what a descriptor can refer to");

    private final VariableAddresses variables;
    private final Nlog nlog;

    PlaceResolver(VariableAddresses variables, Nlog nlog) {
        this.variables = variables;
        this.nlog = nlog;
    }

    /**
     * Runs of consecutive bytes of a variable.
     *
     * @param varId the variable
     * @param offset where the first run starts, in bytes from the variable's start
     * @param runBytes bytes of one run
     * @param counts number of runs along each dimension, innermost first; may be empty (one run)
     * @param steps bytes between neighbours along each dimension; negative ones reach in front of the first run
     * @throws io.nrt4j.loader.diagnostics.LoadException if an accessed byte lies outside of the variable
     */
    StridedPattern pattern(int varId, long offset, long runBytes, List<Long> counts, List<Long> steps) {
        long before = reach(counts, steps, -1);
        long after = ahead(runBytes, reach(counts, steps, 1));
        return new StridedPattern(place(varId, offset, before, after), runBytes, counts, steps);
    }

    /** Bytes between the first run's start and that of the run farthest away in a direction, 1 or -1. */
    private static long reach(List<Long> counts, List<Long> steps, int direction) {
        long sum = 0;
        for (int d = 0; d < counts.size(); d++) {
            long step = Math.max(0, direction * steps.get(d));
            long reach = (counts.get(d) - 1) * step;
            boolean overflows = Math.multiplyHigh(counts.get(d) - 1, step) != 0 || reach < 0;
            sum = overflows || sum + reach < 0 ? Long.MAX_VALUE : sum + reach;
        }
        return sum;
    }

    private static long ahead(long runBytes, long reach) {
        return runBytes + reach < 0 ? Long.MAX_VALUE : runBytes + reach;
    }

    /** The place of a byte of which {@code before} bytes in front and {@code after} bytes from it on are accessed. */
    private long place(int varId, long offset, long before, long after) {
        long first = offset - before;
        long size = before + after < 0 ? Long.MAX_VALUE : before + after;
        Optional<Variable> variable = variables.variable(varId);
        boolean tensor = variable.isPresent()
                && (variable.get() instanceof Variable.Input || variable.get() instanceof Variable.Output);
        if (!tensor) {
            return variables.resolve(varId, first, size) + before;
        }
        variables.checkRange(varId, first, size);
        if (!TensorPointer.reaches(varId, first + size)) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID,
                    LoadStage.IMAGES,
                    TENSOR_TOO_LARGE,
                    first + size,
                    variable.get().name());
        }
        return TensorPointer.of(varId, offset);
    }
}
