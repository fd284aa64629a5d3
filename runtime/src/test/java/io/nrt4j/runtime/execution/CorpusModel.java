package io.nrt4j.runtime.execution;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.hal.engine.machine.Schedule;
import io.nrt4j.hal.memory.PartitionedMemory;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.manifest.MemRefType;
import io.nrt4j.loader.manifest.TensorInfo;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.variable.MemRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/**
 * A NEFF loaded on an instance of its own, once per rank, with its tensors.
 *
 * <p>State buffers, PSUM and outputs hold 0xFF at first, so that nothing can rest on zeroed memory.
 */
final class CorpusModel implements AutoCloseable {
    private final Instance instance;
    private final List<LoadedModel> ranks = new ArrayList<>();
    private final List<ModelTensors> tensors = new ArrayList<>();

    private CorpusModel(InstanceType type, int logicalCoreSize) {
        this.instance = new Instance(type, logicalCoreSize, DeviceOptions.DEFAULT);
    }

    /** A file of the corpus, by its name without suffix, on the smallest instance of its target. */
    static CorpusModel load(String name) {
        return load(name, 1);
    }

    static CorpusModel load(String name, int ranks) {
        return load(name, ranks, LoadOptions.DEFAULT);
    }

    static CorpusModel load(String name, int ranks, LoadOptions options) {
        Path neff = Corpus.neff(name + ".neff");
        InstanceType type = Corpus.instanceType(neff);
        CorpusModel model = new CorpusModel(type, type.geometry().defaultLogicalCoreSize());
        try (ByteSource source = ByteSource.open(neff)) {
            model.add(source, ranks, options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return model;
    }

    /** A NEFF in memory. */
    static CorpusModel load(byte[] neff, InstanceType type, int logicalCoreSize, int ranks) {
        CorpusModel model = new CorpusModel(type, logicalCoreSize);
        try (ByteSource source = ByteSource.of(neff)) {
            model.add(source, ranks, LoadOptions.DEFAULT);
        }
        return model;
    }

    private void add(ByteSource source, int count, LoadOptions options) {
        for (int rank = 0; rank < count; rank++) {
            PlacementChooser place = PlacementChooser.fixed(new Placement(instance, rank));
            LoadedModel model = new NeffLoader(options).load(source, place, Nlog.silent());
            ranks.add(model);
            model.core().cores().forEach(CorpusModel::soil);
            ModelTensors memory = ModelTensors.allocate(model);
            soil(memory);
            tensors.add(memory);
        }
    }

    private static void soil(ModelTensors memory) {
        memory.outputs().forEach(output -> memory.fillOutput(output.name(), (byte) 0xFF));
    }

    /** Fills the outputs of all ranks with 0xFF once more. */
    void soilOutputs() {
        tensors.forEach(CorpusModel::soil);
    }

    private static void soil(NeuronCore core) {
        for (PartitionedMemory memory : List.of(core.stateBuffer(), core.psum())) {
            for (int partition = 0; partition < memory.partitions(); partition++) {
                Arrays.fill(memory.partition(partition), (byte) 0xFF);
            }
        }
    }

    /**
     * The executor of all ranks; a new one with each call.
     *
     * <p>The system properties {@code nrt4j.schedule} and {@code nrt4j.checks} let any test of this package run in
     * another order, and with all checks of the machine.
     */
    ModelExecutor executor(ExecutionOptions options) {
        ExecutionOptions chosen = options;
        String schedule = System.getProperty("nrt4j.schedule");
        if (schedule != null) {
            chosen = chosen.withSchedule(() -> Schedule.parse(schedule)).withTimeout(Duration.ofHours(2));
        }
        if (Boolean.getBoolean("nrt4j.checks")) {
            chosen = chosen.withChecks(EnumSet.allOf(MachineCheck.class)).withTimeout(Duration.ofHours(2));
        }
        return ranks.size() == 1 ? ModelExecutor.of(ranks.get(0), chosen) : ModelExecutor.ofRanks(ranks, chosen);
    }

    /** Executes one request on all ranks. */
    ExecutionReport run(ExecutionOptions options) {
        return executor(options)
                .execute(tensors.stream().map(ModelTensors::bindings).toList());
    }

    LoadedModel model(int rank) {
        return ranks.get(rank);
    }

    ModelTensors tensors() {
        return tensors.get(0);
    }

    ModelTensors tensors(int rank) {
        return tensors.get(rank);
    }

    TensorInfo input(String name) {
        return ranks.get(0).manifest().graph().inputs().get(name);
    }

    /** The bytes of the first graph's constant whose name starts so, as they lie in device memory. */
    byte[] constant(String prefix) {
        MemRef variable = ranks.get(0).variables().table(0).variables().stream()
                .filter(v -> v.name().startsWith(prefix) && v.type() == MemRefType.MR_BUFFER)
                .findFirst()
                .orElseThrow();
        byte[] bytes = new byte[Math.toIntExact(variable.size())];
        instance.device(0).hbm(0).read(variable.physicalAddress(), bytes, 0, bytes.length);
        return bytes;
    }

    /** The only output of the model. */
    byte[] output() {
        return tensors().read(tensors().outputs().get(0).name());
    }

    @Override
    public void close() {
        tensors.forEach(ModelTensors::close);
        ranks.forEach(LoadedModel::close);
        instance.close();
    }
}
