package io.nrt4j.loader.image;

import io.nrt4j.hal.device.LogicalCore;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.variable.StagedVariables;
import io.nrt4j.loader.variable.StagingAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The images stage of a load: all graphs of a model on the cores of its logical core.
 *
 * <p>Allocates from the load's scope and writes nothing; {@link ModelImages#write} does. Source: image-assembly.md §3.
 */
public final class ImageStage {
    private final LogicalCore logicalCore;
    private final StagingAllocator allocator;
    private final Function<AllocationScope, StagingAllocator> allocators;
    private final CoreResidentPool residents;
    private final ImageOptions options;
    private final Nlog nlog;

    /**
     * @param logicalCore where the model goes; has a core for every graph
     * @param allocator allocates in the load's scope
     * @param allocators makes an allocator for another scope of the same device, for what outlives the model
     * @param residents shared by all loads
     */
    public ImageStage(
            LogicalCore logicalCore,
            StagingAllocator allocator,
            Function<AllocationScope, StagingAllocator> allocators,
            CoreResidentPool residents,
            ImageOptions options) {
        this.logicalCore = logicalCore;
        this.allocator = allocator;
        this.allocators = allocators;
        this.residents = residents;
        this.options = options;
        this.nlog = allocator.nlog();
    }

    /**
     * Assembles the graphs of a model.
     *
     * @param definitions the graphs; graph i runs on core i of the logical core
     * @param variables where their variables lie
     * @throws io.nrt4j.loader.diagnostics.LoadException if the runtime would refuse a graph, or the memory is full
     */
    public ModelImages assemble(List<Definition> definitions, StagedVariables variables) {
        List<SourceGraph> graphs = new ArrayList<>();
        definitions.forEach(definition -> graphs.add(SourceGraph.of(definition, nlog)));
        boolean bounded = ImageAssembler.hasBoundedDynamicDma(graphs);
        List<CoreProgram> programs = new ArrayList<>();
        List<StagedImageMemory> memories = new ArrayList<>();
        for (int graph = 0; graph < definitions.size(); graph++) {
            NeuronCore core = logicalCore.core(graph);
            StagedImageMemory memory = new StagedImageMemory(allocator, core.index());
            AssemblyInput input = new AssemblyInput(
                    options.profile(),
                    allocator.device().addressMap(),
                    graphs.get(graph),
                    core.index(),
                    peer(graph, definitions.size()),
                    new TableAddresses(definitions.get(graph), variables.table(graph), nlog),
                    residents.claim(options.profile(), core, graph, allocator, allocators),
                    options.libraries(graph),
                    bounded,
                    options.collectives());
            programs.add(ImageAssembler.assemble(input, memory, nlog));
            memories.add(memory);
        }
        PeerCheck.run(
                options.collectives(),
                definitions.stream().map(d -> d.collectives().replicaGroups()).toList(),
                programs.stream()
                        .mapToInt(p -> p.collectives().operations().size())
                        .sum(),
                nlog);
        return new ModelImages(programs, memories);
    }

    private OptionalInt peer(int graph, int graphs) {
        return graphs > 1
                ? OptionalInt.of(logicalCore.core((graph + 1) % graphs).index())
                : OptionalInt.empty();
    }

    /**
     * What a load decides about its images.
     *
     * @param profile the runtime version to imitate
     * @param collectives place among ranks
     * @param ucode POOL libraries of the NEFF by graph, staged; may be shorter than the list of graphs
     */
    public record ImageOptions(RuntimeProfile profile, CollectiveOptions collectives, List<PoolLibraries> ucode) {
        public ImageOptions {
            ucode = List.copyOf(ucode);
        }

        /** A plain load without libraries. */
        public static ImageOptions of(RuntimeProfile profile) {
            return new ImageOptions(profile, CollectiveOptions.SINGLE, List.of());
        }

        PoolLibraries libraries(int graph) {
            return graph < ucode.size() ? ucode.get(graph) : PoolLibraries.NONE;
        }
    }
}
