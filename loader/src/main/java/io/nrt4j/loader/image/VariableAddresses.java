package io.nrt4j.loader.image;

import io.nrt4j.loader.manifest.Variable;
import java.util.Optional;

/**
 * Where the variables of a graph lie, as the variable stage left them.
 *
 * <p>Source: memory.md §7.1.
 */
public interface VariableAddresses {
    /** The variable of an id, or empty if the graph has none. */
    Optional<Variable> variable(int varId);

    /**
     * The device address of bytes of a variable.
     *
     * @param varId the variable
     * @param offset bytes from its start
     * @param size bytes accessed
     * @throws io.nrt4j.loader.diagnostics.LoadException if the bytes lie outside the variable, or it has no address
     *     before execution
     */
    long resolve(int varId, long offset, long size);

    /**
     * Checks that bytes lie inside a variable that may have no address yet.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException if they do not
     */
    void checkRange(int varId, long offset, long size);
}
