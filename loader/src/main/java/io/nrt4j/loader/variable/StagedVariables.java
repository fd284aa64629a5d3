package io.nrt4j.loader.variable;

import java.util.List;

/**
 * The variables of a model with their places, and what is to be written there.
 *
 * <p>The places belong to the scope that the stager allocated from.
 */
public final class StagedVariables {
    private final List<VariableTable> tables;
    private final List<CopyIn> copies;

    StagedVariables(List<VariableTable> tables, List<CopyIn> copies) {
        this.tables = List.copyOf(tables);
        this.copies = List.copyOf(copies);
    }

    /** One table per graph, in the order of the graphs. */
    public List<VariableTable> tables() {
        return tables;
    }

    /** The table of a graph. */
    public VariableTable table(int graph) {
        return tables.get(graph);
    }

    /** Writes weights and pointers to the device. The archive must still be open. */
    public void write() {
        copies.forEach(CopyIn::run);
    }
}
