package io.nrt4j.loader.image;

import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.OptionalInt;

/**
 * One graph and where it goes.
 *
 * @param profile the runtime version to imitate
 * @param map the addresses of the device
 * @param graph the graph
 * @param core the physical core that runs it
 * @param peerCore the core of the NEFF's other graph; empty if there is none
 * @param variables where its variables lie
 * @param residents what the runtime has on the core
 * @param libraries POOL libraries of the NEFF, behind the built-in one
 * @param boundedDynamicDma {@link ImageAssembler#hasBoundedDynamicDma} of all graphs
 * @param collectives place among ranks
 */
record AssemblyInput(
        RuntimeProfile profile,
        AddressMap map,
        SourceGraph graph,
        int core,
        OptionalInt peerCore,
        VariableAddresses variables,
        CoreResidents residents,
        PoolLibraries libraries,
        boolean boundedDynamicDma,
        CollectiveOptions collectives) {}
