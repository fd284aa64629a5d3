package io.nrt4j.loader.image;

import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Variable;
import io.nrt4j.loader.variable.MemRef;
import io.nrt4j.loader.variable.VariableTable;
import java.util.Optional;

/** The addresses that the variable stage gave. */
final class TableAddresses implements VariableAddresses {
    /** Ours: the runtime's text for an id that no variable has is not known. */
    static final LogMessage UNKNOWN_VARIABLE =
            LogMessage.error("TDRV", "mem_ref_to_addr", "Failed to find variable %u of graph %s");

    private static final LogMessage INVALID_OFFSET =
            LogMessage.error("TDRV", "mem_ref_to_addr", "invalid offset in %s, %lu < (%lu + %lu)");

    private final Definition definition;
    private final VariableTable table;
    private final Nlog nlog;

    TableAddresses(Definition definition, VariableTable table, Nlog nlog) {
        this.definition = definition;
        this.table = table;
        this.nlog = nlog;
    }

    @Override
    public Optional<Variable> variable(int varId) {
        return definition.variable(varId);
    }

    @Override
    public long resolve(int varId, long offset, long size) {
        return VariableTable.addressOf(find(varId), offset, size, LoadStage.IMAGES, nlog);
    }

    @Override
    public void checkRange(int varId, long offset, long size) {
        MemRef variable = find(varId);
        long end = offset + size;
        if (offset < 0 || end < offset || end > variable.size()) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID,
                    LoadStage.IMAGES,
                    INVALID_OFFSET,
                    variable.name(),
                    variable.size(),
                    offset,
                    size);
        }
    }

    private MemRef find(int varId) {
        return table.find(varId).orElseThrow(() -> unknown(varId));
    }

    private LoadException unknown(int varId) {
        return nlog.fail(NrtStatus.NRT_INVALID, LoadStage.IMAGES, UNKNOWN_VARIABLE, varId, table.graph());
    }
}
