package io.nrt4j.loader.variable;

import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Variable;
import java.util.List;
import java.util.Map;

/**
 * The second pass over the variables: those that refer to others, in their own or another graph
 * ({@code mem_ref_create_remote_mrs}, {@code mr_pointer_init_pointer_vars}).
 *
 * <p>Source: memory.md §7.3 to §7.5; that a pointer is a cell in device memory which the program's DMA reads:
 * exec-sunda.md, rule 5 of the static DMA.
 */
final class ReferenceResolver {
    private static final LogMessage NO_REMOTE = LogMessage.error(
            "TDRV", "mem_ref_create_remote_mrs", "Failed to find remote variable %u in relative sg %u");
    /** The runtime's text is not known. */
    private static final LogMessage NO_REFERENT = LogMessage.error(
            "TDRV", "mr_pointer_init_pointer_vars", "Variable %s refers to variable %u, which does not exist");

    private final LogicalCore logicalCore;
    private final StagingAllocator allocator;
    private final List<Map<Integer, MemRef>> graphs;
    private final List<CopyIn> copies;
    private final Nlog nlog;

    /**
     * @param graphs the variables placed so far, by graph and id; completed here
     * @param copies receives the addresses to write
     */
    ReferenceResolver(
            LogicalCore logicalCore,
            StagingAllocator allocator,
            List<Map<Integer, MemRef>> graphs,
            List<CopyIn> copies) {
        this.logicalCore = logicalCore;
        this.allocator = allocator;
        this.graphs = graphs;
        this.copies = copies;
        this.nlog = allocator.nlog();
    }

    /** Remote variables come first, because pointers and tables may refer to them. */
    void resolve(int graph, Definition definition) {
        Map<Integer, MemRef> refs = graphs.get(graph);
        for (Variable variable : definition.variables()) {
            if (variable instanceof Variable.Remote remote) {
                refs.put(remote.varId(), remote(remote));
            }
        }
        int tables = 0;
        for (Variable variable : definition.variables()) {
            if (variable instanceof Variable.Pointer pointer) {
                refs.put(pointer.varId(), pointer(graph, pointer));
            } else if (variable instanceof Variable.VariableList list) {
                refs.put(list.varId(), new MemRef.VariableList(list.name(), list.varId(), list.varIds()));
            } else if (variable instanceof Variable.DgeTable table) {
                refs.put(table.varId(), table(refs, table, tables++));
            }
        }
    }

    private MemRef remote(Variable.Remote remote) {
        if (Integer.compareUnsigned(remote.relativeGraph(), graphs.size()) >= 0) {
            throw new RuntimeAbortException(
                    LoadStage.VARIABLES,
                    "mem_ref.c",
                    0x12A,
                    "mem_ref_create_remote_mrs",
                    "rel_sg_id < num_kbins",
                    nlog.records());
        }
        MemRef target = graphs.get(remote.relativeGraph()).get(remote.remoteVarId());
        if (target == null) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID,
                    LoadStage.VARIABLES,
                    NO_REMOTE,
                    remote.remoteVarId(),
                    remote.relativeGraph());
        }
        return new MemRef.Remote(remote.name(), remote.varId(), target);
    }

    private MemRef pointer(int graph, Variable.Pointer pointer) {
        MemRef referent = graphs.get(graph).get(pointer.referencedVarId());
        if (referent == null) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID, LoadStage.VARIABLES, NO_REFERENT, pointer.name(), pointer.referencedVarId());
        }
        DeviceAllocation cell = allocator.allocate(
                LoadStage.VARIABLES,
                new AllocationRequest(
                        logicalCore.core(graph).index(),
                        MemoryUsage.IO,
                        Variable.Pointer.SIZE,
                        pointer.alignment(),
                        pointer.name()));
        if (referent.staged()) {
            copies.add(new CopyIn.Address(cell.memory(), cell.address(), referent.physicalAddress()));
        }
        return new MemRef.Pointer(pointer.name(), pointer.varId(), cell.address(), referent.varId(), isBound(referent));
    }

    private static boolean isBound(MemRef ref) {
        return ref instanceof MemRef.Bound || (ref instanceof MemRef.Remote remote && isBound(remote.target()));
    }

    private MemRef table(Map<Integer, MemRef> refs, Variable.DgeTable table, int index) {
        return new MemRef.PointerTable(
                table.name(),
                table.varId(),
                index,
                table.varIds().stream().map(id -> entry(refs, table, id)).toList());
    }

    private MemRef.PointerTable.Entry entry(Map<Integer, MemRef> refs, Variable.DgeTable table, int varId) {
        MemRef ref = refs.get(varId);
        if (ref == null) {
            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.VARIABLES, NO_REFERENT, table.name(), varId);
        }
        return new MemRef.PointerTable.Entry(varId, !ref.staged(), ref.physicalAddress());
    }
}
