package io.nrt4j.loader.image;

import io.nrt4j.hal.EngineType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the recipes need to know of a graph and of the core it goes to; every address is chosen.
 *
 * @param registers the core's registers
 * @param peer the other core of the logical core; present when the NEFF has a graph for it
 * @param queues the static queue sets, by index
 * @param generators the dynamic queue sets
 * @param tableRings rings of ACT (with activation sets only) and DVE
 * @param request device address of the core's execution request
 * @param argsTable device address of the pointer to the DGE address table; present with a {@code dge-table}
 * @param addressTableEntries entries of that table; 0 without one
 * @param switchDescriptors descriptors that PE starts on the I/O switch ring before each inference
 * @param libraries POOL libraries in loading order, staged
 * @param libraryTable sunda: device address of the table of a NEFF's own libraries
 * @param collectiveStreams streams that SP starts; 0 without collective operations
 * @param boundedDynamicDma whether any graph of the NEFF holds a dynamic DMA with an extension slot behind it
 */
record CorePlan(
        RuntimeRegisters registers,
        Optional<RuntimeRegisters> peer,
        List<StaticQueue> queues,
        DescriptorGenerators generators,
        List<TableRing> tableRings,
        long request,
        OptionalLong argsTable,
        int addressTableEntries,
        int switchDescriptors,
        List<StagedLibrary> libraries,
        OptionalLong libraryTable,
        int collectiveStreams,
        boolean boundedDynamicDma) {
    CorePlan {
        queues = List.copyOf(queues);
        tableRings = List.copyOf(tableRings);
        libraries = List.copyOf(libraries);
    }

    /** The static queue set, or instance of one, of a name. */
    Optional<StaticQueue> queue(String name) {
        return queues.stream().filter(q -> q.set().name().equals(name)).findFirst();
    }

    /** The static queue sets that an engine sets up, by index. */
    List<StaticQueue> ownedBy(EngineType engine) {
        return queues.stream().filter(q -> q.owner() == engine && q.isInitial()).toList();
    }

    /** The table ring of an engine. */
    Optional<TableRing> tableRing(EngineType engine) {
        return tableRings.stream().filter(r -> r.engine() == engine).findFirst();
    }
}
