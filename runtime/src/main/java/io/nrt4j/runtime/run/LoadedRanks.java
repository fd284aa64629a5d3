package io.nrt4j.runtime.run;

import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.ReplicaGroups.Group;
import io.nrt4j.loader.manifest.ReplicaGroups.GroupSet;
import io.nrt4j.runtime.execution.ModelTensors;
import io.nrt4j.runtime.report.FittingDevice;
import io.nrt4j.runtime.report.LoadReport.DeviceView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        this.device = deviceFor(request.ranks().orElse(1));
    }

    private FittingDevice deviceFor(int ranks) {
        return new FittingDevice(request.instanceType(), request.logicalCoreSize(), request.logicalCore(), ranks, nlog);
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
        models.add(new NeffLoader(request.load()).load(neff, device.at(models.size()), nlog));
    }

    /** Only the loaded program says how many ranks it wants, which may be more than the smallest instance takes. */
    private void moveToRoomFor(int ranks, ByteSource neff) {
        close();
        models.clear();
        device = deviceFor(ranks);
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
        boolean none = model.images().programs().stream()
                .allMatch(program -> program.collectives().operations().isEmpty());
        if (none) {
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

    List<LoadedModel> models() {
        return models;
    }

    /** The tensors of a rank. */
    ModelTensors tensors(int rank) {
        return tensors.get(rank);
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
