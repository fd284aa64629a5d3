package io.nrt4j.hal.device;

import io.nrt4j.hal.memory.UsageTable;
import java.util.List;

/**
 * {@code virtual_core_t}: the physical cores that a model takes as one.
 *
 * <p>Source: hal.md §1.5.
 *
 * @param index number of the logical core in its instance
 * @param device the device of all its cores
 * @param cores one or two physical cores, in the order of the model's subgraphs
 */
public record LogicalCore(int index, Device device, List<NeuronCore> cores) {
    public LogicalCore {
        cores = List.copyOf(cores);
    }

    /** Physical cores in this logical core. */
    public int size() {
        return cores.size();
    }

    /** Bytes of device memory that its cores are charged for. Source: memory.md §10. */
    public long memoryUsed() {
        UsageTable usage = device.heap().usage().cores();
        return cores.stream().mapToLong(core -> usage.total(core.index())).sum();
    }

    /**
     * Bytes that the runtime names as the limit: the size of one HBM, however many cores use it. Source: memory.md §12
     * Q5.
     */
    public long memoryLimit() {
        return device.geometry().hbm().bytes();
    }

    /** The physical core that runs a subgraph. */
    public NeuronCore core(int subgraph) {
        return cores.get(subgraph);
    }
}
