package io.nrt4j.loader.variable;

import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the variables of one graph lie: the model's hash table of {@code mem_ref_t}.
 *
 * <p>Immutable. Source: memory.md §1.4, §7.
 */
public final class VariableTable {
    private static final LogMessage INVALID_OFFSET =
            LogMessage.error("TDRV", "mem_ref_to_addr", "invalid offset in %s, %lu < (%lu + %lu)");
    private static final LogMessage NOT_STAGED =
            LogMessage.error("TDRV", "mem_ref_to_addr", "Variable %s is not staged in HBM");

    private final String graph;
    private final int core;
    private final Map<Integer, MemRef> byId;
    private final Map<String, MemRef> byName = new HashMap<>();

    VariableTable(String graph, int core, Map<Integer, MemRef> byId) {
        this.graph = graph;
        this.core = core;
        this.byId = Collections.unmodifiableMap(new TreeMap<>(byId));
        byId.values().forEach(ref -> byName.put(ref.name(), ref));
    }

    /** Name of the graph, such as {@code sg00}. */
    public String graph() {
        return graph;
    }

    /** The physical core, numbered within its device, that runs the graph. */
    public int core() {
        return core;
    }

    /** All variables in ascending id. */
    public Collection<MemRef> variables() {
        return byId.values();
    }

    public Optional<MemRef> find(int varId) {
        return Optional.ofNullable(byId.get(varId));
    }

    public Optional<MemRef> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * The device address of {@code size} bytes at {@code offset} of a variable ({@code mem_ref_to_addr}).
     *
     * @param offset bytes, unsigned
     * @param size bytes, unsigned
     * @param stage the stage that asks, for the error
     * @throws io.nrt4j.loader.diagnostics.LoadException NRT_INVALID if the range leaves the variable or the variable
     *     has no place at load; an abort if an offset into a pointer is asked for
     */
    public static long addressOf(MemRef variable, long offset, long size, LoadStage stage, Nlog nlog) {
        long end = offset + size;
        boolean wraps = Long.compareUnsigned(end, offset) < 0;
        if (wraps || Long.compareUnsigned(variable.size(), end) < 0) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID, stage, INVALID_OFFSET, variable.name(), variable.size(), offset, size);
        }
        if (variable instanceof MemRef.Pointer && offset != 0) {
            throw new RuntimeAbortException(
                    stage, "dma_ring.c", 0x4B4, "mem_ref_to_addr", "offset == 0", nlog.records());
        }
        if (!variable.staged()) {
            throw nlog.fail(NrtStatus.NRT_INVALID, stage, NOT_STAGED, variable.name());
        }
        return variable.physicalAddress() + offset;
    }
}
