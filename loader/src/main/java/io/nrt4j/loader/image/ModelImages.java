package io.nrt4j.loader.image;

import io.nrt4j.hal.dma.CollectiveOp;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.CoreProgram.Writer;
import java.util.List;

/**
 * The programs of all graphs of a model; graph i runs on core i of the logical core.
 *
 * <p>Their memory belongs to the scope of the load.
 */
public final class ModelImages {
    private final List<CoreProgram> programs;
    private final List<Writer> writers;

    ModelImages(List<CoreProgram> programs, List<? extends Writer> writers) {
        this.programs = List.copyOf(programs);
        this.writers = List.copyOf(writers);
    }

    /** One program per graph. */
    public List<CoreProgram> programs() {
        return programs;
    }

    /** The program of a graph. */
    public CoreProgram program(int graph) {
        return programs.get(graph);
    }

    /** The collectives of all graphs, graph by graph. */
    public List<CollectiveOp> collectiveOperations() {
        return programs.stream()
                .map(CoreProgram::collectives)
                .flatMap(program -> program.operations().stream())
                .toList();
    }

    /** Writes everything to the device. The archive must still be open. */
    public void write() {
        for (int graph = 0; graph < programs.size(); graph++) {
            programs.get(graph).write(writers.get(graph));
        }
    }

    /**
     * Does what happens once, at load: the transfers of pinned queues. Everything must be written.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException for a transfer that cannot be done
     */
    public void runPinnedQueues(Bus bus, Nlog nlog) {
        programs.forEach(program -> program.runPinnedQueues(bus, nlog));
    }
}
