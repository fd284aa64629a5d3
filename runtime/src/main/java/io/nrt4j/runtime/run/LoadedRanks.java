package io.nrt4j.runtime.run;

import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.CoreProgram;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.ReplicaGroups.Group;
import io.nrt4j.loader.manifest.ReplicaGroups.GroupSet;
import io.nrt4j.runtime.execution.ModelTensors;
import io.nrt4j.runtime.report.FittingDevice;
import io.nrt4j.runtime.report.LoadReport.DeviceView;
import io.nrt4j.runtime.trace.MachineNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A NEFF loaded once per rank on neighbouring logical cores of one instance, each with its tensors. Owns instance,
 * models and tensors until it is closed.
 */
final class LoadedRanks implements AutoCloseable {
    private final RunRequest request;
    private final Nlog nlog;
    private final List<LoadedModel> models = new ArrayList<>();
    private final List<ModelTensors> tensors = new ArrayList<>();
    private FittingDevice device;

    LoadedRanks(RunRequest request, Nlog nlog) {
        this.request = request;
        this.nlog = nlog;
        this.device = request.devices().withRoomFor(request.ranks().orElse(1), nlog);
    }

    /**
     * Loads all ranks and allocates their tensors; called once.
     *
     * @throws io.nrt4j.loader.diagnostics.LoadException if a load fails
     * @throws RunArgumentException if the NEFF's collectives name more ranks than there are logical cores
     */
    void load(ByteSource neff) {
        addModel(neff);
        int ranks = request.ranks().orElseGet(this::ranksOfCollectives);
        if (ranks > device.room() && request.ranks().isEmpty()) {
            moveToRoomFor(ranks, neff);
        }
        while (models.size() < ranks) {
            addModel(neff);
        }
        models.forEach(model -> tensors.add(ModelTensors.allocate(model)));
    }

    private void addModel(ByteSource neff) {
        int rank = models.size();
        Map<Integer, Integer> peers = new TreeMap<>();
        for (int peer = 0; peer < rank; peer++) {
            peers.put(peer, models.get(peer).images().collectiveOperations().size());
        }
        LoadOptions options =
                request.load().withCollectives(request.load().collectives().withRank(rank, peers));
        models.add(new NeffLoader(options).load(neff, device.at(rank), nlog));
    }

    /** Only the loaded program says how many ranks it wants, which may be more than the smallest instance takes. */
    private void moveToRoomFor(int ranks, ByteSource neff) {
        close();
        models.clear();
        device = request.devices().withRoomFor(ranks, nlog);
        addModel(neff);
        if (ranks > device.room()) {
            throw new RunArgumentException(
                    "the collectives of the NEFF name %s ranks, the instance has room for %d; say how many run with --ranks"
                            .formatted(Integer.toUnsignedString(ranks), device.room()));
        }
    }

    /** One more than the highest rank of any replica group, if the program has collectives at all. */
    private int ranksOfCollectives() {
        LoadedModel model = models.get(0);
        if (model.images().collectiveOperations().isEmpty()) {
            return 1;
        }
        return model.manifest().definitions().stream()
                .map(Definition::collectives)
                .flatMap(collectives -> collectives.replicaGroups().sets().stream())
                .map(GroupSet::groups)
                .flatMap(List::stream)
                .map(Group::participants)
                .flatMap(List::stream)
                .mapToInt(rank -> rank < 0 || rank == Integer.MAX_VALUE ? Integer.MAX_VALUE : rank + 1)
                .max()
                .orElse(1);
    }

    int count() {
        return models.size();
    }

    /** Names for what runs, in the order of the machine's cores: rank by rank, graph by graph. */
    MachineNames names() {
        List<String> cores = new ArrayList<>();
        List<Map<Integer, String>> queues = new ArrayList<>();
        for (int rank = 0; rank < models.size(); rank++) {
            for (CoreProgram program : models.get(rank).images().programs()) {
                cores.add((models.size() > 1 ? "rank " + rank + " " : "") + program.graph());
                Map<Integer, String> names = new TreeMap<>();
                program.queues()
                        .forEach(queue ->
                                names.put(queue.set().index(), queue.set().name()));
                queues.add(names);
            }
        }
        return new MachineNames(cores, queues);
    }

    List<LoadedModel> models() {
        return models;
    }

    /** The tensors of all ranks. */
    List<ModelTensors> tensors() {
        return tensors;
    }

    /** The tensors of a rank. */
    ModelTensors tensors(int rank) {
        return tensors.get(rank);
    }

    /** The numbers of the logical cores: at least that of the first rank. */
    List<Integer> cores() {
        int first = device.firstCore();
        return IntStream.range(first, first + Math.max(1, models.size()))
                .boxed()
                .toList();
    }

    Optional<DeviceView> device() {
        return device.view();
    }

    @Override
    public void close() {
        tensors.forEach(ModelTensors::close);
        models.forEach(LoadedModel::close);
        device.close();
    }
}
