package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.TensorPointer;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.Variable;
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
     * The place of a byte of a variable.
     *
     * @param varId the variable
     * @param offset bytes from its start
     * @param before bytes in front of that place that are accessed too
     * @param after bytes from that place on that are accessed
     * @throws io.nrt4j.loader.diagnostics.LoadException if an accessed byte lies outside of the variable
     */
    long place(int varId, long offset, long before, long after) {
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
