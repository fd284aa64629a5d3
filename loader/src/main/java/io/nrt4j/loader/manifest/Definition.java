package io.nrt4j.loader.manifest;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One graph: what its {@code def.json} and the files that it names say. The model of the runtime's {@code kbin}.
 *
 * @param name the graph's name in the kelf descriptor, such as {@code sg00}
 * @param path the member of its {@code def.json}
 * @param directory the directory of the members that it names, such as {@code sg00}; may be empty
 * @param target the architecture that it was compiled for
 * @param variables in ascending {@code var_id}, which is also the order of allocation
 * @param queues in ascending name
 * @param dmaBlocks the blocks of the top-level {@code dma} key; known files keep theirs in the engine files
 * @param engines the engines that exist; keyed in hardware order
 * @param activation tables of the ACT engine
 * @param dveTables tables of the DVE engine
 * @param collectives replica groups, permute pairs, streams
 * @param stateBufferReservations carve-outs of the state buffer
 * @param fp8 empty: the engines keep their setting
 * @param ucodeLibraries in the order in which they load
 * @param declarations what the file declares and the runtime does not act on
 */
public record Definition(
        String name,
        String path,
        String directory,
        Arch target,
        List<Variable> variables,
        List<DmaQueue> queues,
        List<DmaBlock> dmaBlocks,
        Map<EngineType, EngineProgram> engines,
        ActivationTables activation,
        Optional<DveTables> dveTables,
        Collectives collectives,
        List<StateBufferReservation> stateBufferReservations,
        Optional<Fp8ConversionConfig> fp8,
        List<UcodeLibraryReference> ucodeLibraries,
        Declarations declarations) {
    public Definition {
        variables = List.copyOf(variables);
        queues = List.copyOf(queues);
        dmaBlocks = List.copyOf(dmaBlocks);
        engines = byEngine(engines);
        stateBufferReservations = List.copyOf(stateBufferReservations);
        ucodeLibraries = List.copyOf(ucodeLibraries);
    }

    /** EnumMap's copy constructor refuses an empty map of another kind. */
    private static Map<EngineType, EngineProgram> byEngine(Map<EngineType, EngineProgram> engines) {
        Map<EngineType, EngineProgram> copy = new EnumMap<>(EngineType.class);
        copy.putAll(engines);
        return Collections.unmodifiableMap(copy);
    }

    /**
     * Keys that the runtime does not read.
     *
     * @param version the schema version, such as {@code 0.6}
     * @param neffFeatures {@code neff_features}
     * @param runtimeEventCount {@code runtime_event_count}: events below this number are the runtime's
     * @param runtimeSemaphoreCount {@code runtime_semaphore_count}: semaphores below this number are the runtime's
     */
    public record Declarations(
            String version, List<String> neffFeatures, int runtimeEventCount, int runtimeSemaphoreCount) {
        public Declarations {
            neffFeatures = List.copyOf(neffFeatures);
        }
    }

    /** The same graph with other variables. */
    Definition withVariables(List<Variable> others) {
        return new Definition(
                name,
                path,
                directory,
                target,
                others,
                queues,
                dmaBlocks,
                engines,
                activation,
                dveTables,
                collectives,
                stateBufferReservations,
                fp8,
                ucodeLibraries,
                declarations);
    }

    /** The program of an engine; a placeholder without bytes where there is none. */
    public EngineProgram engine(EngineType type) {
        EngineProgram program = engines.get(type);
        return program == null ? EngineProgram.placeholder(type) : program;
    }

    /** A variable by its name. */
    public Optional<Variable> variable(String variableName) {
        return variables.stream().filter(v -> v.name().equals(variableName)).findFirst();
    }

    /** A variable by its id. */
    public Optional<Variable> variable(int varId) {
        boolean dense =
                varId >= 0 && varId < variables.size() && variables.get(varId).varId() == varId;
        return dense ? Optional.of(variables.get(varId)) : Optional.empty();
    }

    /** A queue set by its name. */
    public Optional<DmaQueue> queue(String queueName) {
        return queues.stream().filter(q -> q.name().equals(queueName)).findFirst();
    }

    /** The number of variables of a kind. */
    public int count(MemRefType type) {
        return (int) variables.stream().filter(v -> v.memRefType() == type).count();
    }

    /**
     * Bytes that the scratchpad needs for the windows with these backing buffers: the end of the highest one.
     * Windows may overlap.
     */
    public long scratchpadSize(BackingBuffer... backingBuffers) {
        List<BackingBuffer> wanted = List.of(backingBuffers);
        return variables.stream()
                .filter(v -> v instanceof Variable.Virtual w && wanted.contains(w.backingBuffer()))
                .mapToLong(v -> end((Variable.Virtual) v))
                .max()
                .orElse(0);
    }

    private static long end(Variable.Virtual window) {
        long end = window.offset() + window.size();
        return end < 0 ? Long.MAX_VALUE : end;
    }
}
