package io.nrt4j.loader.variable;

import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.hal.memory.HbmAllocator;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.memory.Scratchpad;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.BackingBuffer;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.manifest.Variable;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The variables stage: gives every variable its place, in ascending {@code var_id}
 * ({@code mem_ref_copy_and_stage_mr}).
 *
 * <p>Allocates from the load's scope, and plans what is to be written; the device's content does not change here.
 * Source: memory.md §4, §6.4, §7.
 */
public final class VariableStager {
    /** The line that {@code kbl_model_add} prints after any failure in here. */
    public static final LogMessage STEP_ERROR = LogMessage.error("TDRV", "kbl_model_add", "copy_and_stage_mr() error");

    private static final String MODULE = "TDRV";
    private static final String FUNCTION = "mem_ref_copy_and_stage_mr";

    private static final LogMessage STAGED =
            LogMessage.debug(MODULE, FUNCTION, "Staged memref {%s} id {%d} to {0x%lx}. mem.addr {0x%lx}, HBM: %u (%s)");
    private static final LogMessage NO_CONTENT =
            LogMessage.error("NEFF", "parse_one_variable", "Failed to get neff weight content for %s");
    /** Only the middle of this text is known. */
    private static final LogMessage NOT_4K_ALIGNED = LogMessage.error(
            MODULE, FUNCTION, "Scratchpad variable %s at 0x%lx, need to be 4K aligned. Required by EFA for CC buffers");
    /** Only the two settings of this text are known. */
    private static final LogMessage OVERSIZED = LogMessage.warn(
            MODULE,
            FUNCTION,
            "Variable of %lu bytes does not fit a scratchpad page. To share its memory, compile with"
                    + " NEURON_CC_FLAGS=\"--hbm-scratchpad-page-size=%lu\" and run with"
                    + " NEURON_SCRATCHPAD_PAGE_SIZE=%lu");

    private static final LogMessage UNKNOWN_BACKING =
            LogMessage.warn(MODULE, FUNCTION, "Variable %s: backing buffer %s is not supported, using %s");

    /** Clear bits are the types that are staged: 1, 3, 4 and 8. */
    private static final long NOT_STAGED = -283;

    private static final long PAGE_STEP = 512L << 20;
    private static final long MIB = 1L << 20;

    /** A weight that all instances of a model on cores of one HBM share. Source: memory.md §12 Q9. */
    private record SharedWeight(UUID uuid, int graph, int varId, long size, int hbm) {}

    private final LogicalCore logicalCore;
    private final StagingAllocator allocator;
    private final StagingOptions options;
    private final Nlog nlog;
    private final List<CopyIn> copies = new ArrayList<>();
    private long largestOversized;

    /**
     * @param logicalCore where the model goes; has a core for every graph
     * @param allocator allocates in the load's scope
     */
    private VariableStager(LogicalCore logicalCore, StagingAllocator allocator, StagingOptions options) {
        this.logicalCore = logicalCore;
        this.allocator = allocator;
        this.options = options;
        this.nlog = allocator.nlog();
    }

    /**
     * Places the variables of all graphs of a model.
     *
     * @param definitions the graphs; graph i runs on core i of the logical core
     * @param profile chooses limits and wording
     * @throws io.nrt4j.loader.diagnostics.LoadException if a variable cannot be placed; the caller closes the scope
     */
    public static StagedVariables stage(
            List<Definition> definitions,
            LogicalCore logicalCore,
            StagingAllocator allocator,
            RuntimeProfile profile,
            StagingOptions options) {
        return new VariableStager(logicalCore, allocator, options).stage(definitions, profile);
    }

    /** Whether {@code mem_ref_copy_and_stage_mr} gives a variable of this type a place. */
    public static boolean isStaged(MemRefType type) {
        return Integer.compareUnsigned(type.code(), 8) <= 0 && (NOT_STAGED >> type.code() & 1) == 0;
    }

    private StagedVariables stage(List<Definition> definitions, RuntimeProfile profile) {
        ScratchpadPlan scratchpads = new ScratchpadPlan(logicalCore, allocator, profile, definitions);
        List<Map<Integer, MemRef>> placed = new ArrayList<>();
        for (int graph = 0; graph < definitions.size(); graph++) {
            scratchpads.claim(graph, options);
            placed.add(placeVariables(graph, definitions.get(graph), scratchpads));
        }
        if (largestOversized > 0) {
            long pageMib = (largestOversized + PAGE_STEP - 1) / PAGE_STEP * PAGE_STEP / MIB;
            nlog.log(OVERSIZED, largestOversized, pageMib, pageMib);
        }
        ReferenceResolver resolver = new ReferenceResolver(logicalCore, allocator, placed, copies);
        for (int graph = 0; graph < definitions.size(); graph++) {
            resolver.resolve(graph, definitions.get(graph));
        }
        List<VariableTable> tables = new ArrayList<>();
        for (int graph = 0; graph < definitions.size(); graph++) {
            tables.add(new VariableTable(
                    definitions.get(graph).name(), logicalCore.core(graph).index(), placed.get(graph)));
        }
        return new StagedVariables(tables, copies);
    }

    private Map<Integer, MemRef> placeVariables(int graph, Definition definition, ScratchpadPlan scratchpads) {
        Map<Integer, MemRef> refs = new HashMap<>();
        for (Variable variable : definition.variables()) {
            if (isStaged(variable.memRefType())) {
                refs.put(variable.varId(), place(graph, variable, scratchpads));
            } else if (variable instanceof Variable.Input || variable instanceof Variable.Output) {
                refs.put(
                        variable.varId(),
                        new MemRef.Bound(variable.name(), variable.memRefType(), variable.varId(), variable.size()));
            }
        }
        return refs;
    }

    private MemRef place(int graph, Variable variable, ScratchpadPlan scratchpads) {
        NeuronCore core = logicalCore.core(graph);
        if (variable instanceof Variable.StateBuffer) {
            return placeStateBuffer(core, variable);
        }
        if (variable instanceof Variable.FileBuffer file) {
            return placeWeights(graph, file);
        }
        if (variable instanceof Variable.Virtual window) {
            return placeWindow(graph, window, scratchpads);
        }
        return placed(variable, allocate(core, variable, MemoryUsage.SCRATCHPAD_NOT_SHARED), false);
    }

    /** The whole aperture, whatever part of it has memory behind it. */
    private MemRef placeStateBuffer(NeuronCore core, Variable variable) {
        long address = allocator.device().addressMap().tpb(core.index());
        long size = allocator.device().geometry().sbuf().apertureBytes();
        MemRef.Placed ref = new MemRef.Placed(
                variable.name(), MemRefType.MR_SB, variable.varId(), size, address, 0, core.defaultHbm(), false);
        log(ref, address, false);
        return ref;
    }

    private MemRef placeWeights(int graph, Variable.FileBuffer file) {
        // The real runtime would read past the end of the member (memory.md §3).
        if (file.payload().size() < file.size()) {
            throw nlog.fail(
                    NrtStatus.NRT_INVALID,
                    LoadStage.VARIABLES,
                    NO_CONTENT,
                    file.payload().member());
        }
        DeviceAllocation memory = allocateWeights(graph, file);
        copies.add(new CopyIn.Weights(memory.memory(), memory.address(), file.payload(), file.size()));
        return placed(file, memory, true);
    }

    private DeviceAllocation allocateWeights(int graph, Variable.FileBuffer file) {
        NeuronCore core = logicalCore.core(graph);
        if (options.sharedWeights().isEmpty()) {
            return allocate(core, file, MemoryUsage.WEIGHT);
        }
        return allocator.share(
                LoadStage.VARIABLES,
                new SharedWeight(options.sharedWeights().get(), graph, file.varId(), file.size(), core.defaultHbm()),
                request(core, file, MemoryUsage.WEIGHT));
    }

    private MemRef placeWindow(int graph, Variable.Virtual window, ScratchpadPlan scratchpads) {
        warnAboutBacking(window);
        Optional<Scratchpad.Window> place = scratchpads.find(graph, window);
        NeuronCore core = logicalCore.core(graph);
        if (place.isEmpty()) {
            largestOversized = Math.max(largestOversized, window.size());
            return placed(window, allocate(core, window, MemoryUsage.SCRATCHPAD_NOT_SHARED), false);
        }
        long start = place.get().address();
        if (start % HbmAllocator.GRANULE != 0) {
            throw nlog.fail(NrtStatus.NRT_INVALID, LoadStage.VARIABLES, NOT_4K_ALIGNED, window.name(), start);
        }
        MemRef.Placed ref = new MemRef.Placed(
                window.name(),
                window.memRefType(),
                window.varId(),
                window.size(),
                start,
                place.get().offset(),
                core.defaultHbm(),
                ScratchpadPlan.isShared(window));
        log(ref, place.get().page(), false);
        return ref;
    }

    /** What SHARDED and MAIN do on real devices is not known (memory.md §1.1). */
    private void warnAboutBacking(Variable.Virtual window) {
        switch (window.backingBuffer()) {
            case SHARDED ->
                nlog.log(UNKNOWN_BACKING, window.name(), BackingBuffer.SHARDED.text(), BackingBuffer.LOCAL.text());
            case MAIN ->
                nlog.log(UNKNOWN_BACKING, window.name(), BackingBuffer.MAIN.text(), BackingBuffer.SHARED.text());
            case LOCAL, SHARED -> {}
        }
    }

    private DeviceAllocation allocate(NeuronCore core, Variable variable, MemoryUsage usage) {
        return allocator.allocate(LoadStage.VARIABLES, request(core, variable, usage));
    }

    private static AllocationRequest request(NeuronCore core, Variable variable, MemoryUsage usage) {
        return new AllocationRequest(core.index(), usage, variable.size(), variable.alignment(), variable.name());
    }

    private MemRef placed(Variable variable, DeviceAllocation memory, boolean copied) {
        MemRef.Placed ref = new MemRef.Placed(
                variable.name(),
                variable.memRefType(),
                variable.varId(),
                variable.size(),
                memory.address(),
                0,
                memory.channel(),
                false);
        log(ref, memory.address(), copied);
        return ref;
    }

    private void log(MemRef.Placed ref, long memory, boolean copied) {
        nlog.log(
                STAGED,
                ref.name(),
                ref.varId(),
                ref.physicalAddress(),
                memory,
                ref.hbm(),
                copied ? "alloc+copy" : "alloc only");
    }
}
