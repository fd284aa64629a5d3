package io.nrt4j.runtime.execution;

import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.hal.engine.collective.CollectiveWorld;
import io.nrt4j.hal.engine.fault.MachineFaultException;
import io.nrt4j.hal.engine.machine.CoreSpec;
import io.nrt4j.hal.engine.machine.DeadlockException;
import io.nrt4j.hal.engine.machine.Interpreter;
import io.nrt4j.hal.engine.machine.MachineOptions;
import io.nrt4j.hal.engine.machine.RunLimits;
import io.nrt4j.hal.engine.machine.RunResult;
import io.nrt4j.hal.engine.machine.WatchdogException;
import io.nrt4j.hal.engine.numeric.Fp8Config;
import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.Definition;
import io.nrt4j.loader.manifest.Fp8ConversionConfig;
import io.nrt4j.loader.manifest.ReplicaGroups;
import io.nrt4j.loader.manifest.ReplicaGroups.Group;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Executes a model, or the same model on several ranks at once.
 *
 * <p>One request at a time; not safe for use by several threads. The models must stay loaded. After a request that
 * failed the cores are reset, and the next request starts the model anew. Source: exec.md §1 to §5.
 */
public final class ModelExecutor {
    private final List<LoadedModel> ranks;
    private final List<Integer> numbers;
    private final ExecutionOptions options;
    private final CollectiveWorld world;
    private final List<CoreRequest> cores = new ArrayList<>();
    private @Nullable Interpreter machine;

    private ModelExecutor(NavigableMap<Integer, LoadedModel> ranks, CollectiveWorld world, ExecutionOptions options) {
        this.ranks = List.copyOf(ranks.values());
        this.numbers = List.copyOf(ranks.navigableKeySet());
        this.world = world;
        this.options = options;
    }

    /** An executor of one model, whose collectives have one rank. */
    public static ModelExecutor of(LoadedModel model, ExecutionOptions options) {
        return new ModelExecutor(new TreeMap<>(Map.of(0, model)), CollectiveWorld.SINGLE, options);
    }

    /**
     * An executor of one model per rank; the models lie on different logical cores of one instance.
     *
     * @param ranks rank r is the r-th model; the groups of ranks are those that the models name
     */
    public static ModelExecutor ofRanks(List<LoadedModel> ranks, ExecutionOptions options) {
        NavigableMap<Integer, LoadedModel> numbered = new TreeMap<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            numbered.put(rank, ranks.get(rank));
        }
        return ofRanks(numbered, ranks.size(), options);
    }

    /**
     * An executor of some ranks of a job, which need no other rank to come to their end.
     *
     * @param ranks models by rank; a request has its tensors in the same order
     * @param all ranks of the job
     */
    public static ModelExecutor ofRanks(NavigableMap<Integer, LoadedModel> ranks, int all, ExecutionOptions options) {
        return new ModelExecutor(ranks, world(ranks.firstEntry().getValue(), all), options);
    }

    private static CollectiveWorld world(LoadedModel model, int ranks) {
        ReplicaGroups groups =
                model.manifest().definitions().get(0).collectives().replicaGroups();
        return new CollectiveWorld(
                ranks,
                groups.sets().stream()
                        .map(set ->
                                set.groups().stream().map(Group::participants).toList())
                        .toList());
    }

    /**
     * Executes a request.
     *
     * @param bindings one per rank: tensors on the device of its model
     * @return how it ended; the outputs are in their tensors
     * @throws ExecutionException if the tensors do not fit, or the program does not come to its end
     */
    public ExecutionReport execute(List<TensorBindings> bindings) {
        if (bindings.size() != ranks.size()) {
            throw new IllegalArgumentException(bindings.size() + " sets of tensors for " + ranks.size() + " ranks");
        }
        Interpreter running = machine();
        for (CoreRequest core : cores) {
            core.verify(bindings.get(core.rank()));
        }
        for (int i = 0; i < cores.size(); i++) {
            running.hostMemory(i).clear();
        }
        if (options.checks().contains(MachineCheck.UNINITIALISED_READS)) {
            cores.forEach(core -> core.undefine(bindings.get(core.rank())));
        }
        cores.forEach(core -> core.post(bindings.get(core.rank())));
        long start = System.nanoTime();
        try {
            RunResult result = running.run(new RunLimits(options.timeout(), options.progress()));
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            return ExecutionReport.completed(result.steps(), elapsed, result.notifications());
        } catch (DeadlockException e) {
            NrtStatus status = deadlockStatus(e, running.notifications());
            reset();
            throw new ExecutionException(status, e.getMessage(), e);
        } catch (WatchdogException e) {
            reset();
            throw new ExecutionException(NrtStatus.NRT_TIMEOUT, e.getMessage(), e);
        } catch (MachineFaultException e) {
            reset();
            throw new ExecutionException(status(e), e.getMessage(), e);
        }
    }

    /** What one rank has of a request that several ended together. */
    public ExecutionReport reportOf(int rank, ExecutionReport report) {
        List<Notification> own = report.notifications().stream()
                .filter(notification ->
                        numbers.get(cores.get(notification.core()).rank()) == rank)
                .toList();
        return report.with(own);
    }

    /** Ends the machine: its cores are reset, as after a failure. */
    public void reset() {
        machine = null;
        cores.clear();
        for (LoadedModel rank : ranks) {
            for (NeuronCore core : rank.core().cores()) {
                rank.core().device().resetCore(core.index());
            }
        }
    }

    private Interpreter machine() {
        Interpreter known = machine;
        if (known != null) {
            return known;
        }
        List<CoreSpec> specs = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            LoadedModel model = ranks.get(rank);
            List<Definition> graphs = model.manifest().definitions();
            for (int graph = 0; graph < graphs.size(); graph++) {
                specs.add(new CoreSpec(
                        model.core().device(),
                        model.core().core(graph),
                        numbers.get(rank),
                        graph,
                        ActivationSets.of(graphs.get(graph), options.exactActivations()),
                        fp8(graphs.get(graph).fp8())));
            }
        }
        Interpreter fresh = new Interpreter(
                specs,
                new MachineOptions(
                        options.schedule().get(),
                        options.kernel(),
                        options.monitor(),
                        world,
                        options.failOnNan(),
                        options.checks()));
        for (int i = 0; i < specs.size(); i++) {
            CoreSpec spec = specs.get(i);
            int rank = numbers.indexOf(spec.rank());
            LoadedModel model = ranks.get(rank);
            cores.add(new CoreRequest(
                    fresh,
                    i,
                    rank,
                    model.core().device().addressMap(),
                    model.images().program(spec.graph()),
                    model.variables().table(spec.graph())));
        }
        machine = fresh;
        return fresh;
    }

    /** Without the key the engines keep the hardware's own ranges. Source: manifest.md §7.5. */
    private static Fp8Config fp8(Optional<Fp8ConversionConfig> config) {
        return config.map(c -> new Fp8Config(
                        c.rangeExtension(),
                        c.emaxE4m3(),
                        c.emaxE5m2(),
                        c.ocpSaturation(),
                        c.saturateInfinity(),
                        c.saturateNan()))
                .orElse(new Fp8Config(false, 7, 15, false, false, false));
    }

    /**
     * A program that skips a copy with a bad index may wait for that copy for ever; the report of the index is then what
     * happened. Source: exec.md §4, §4.1; exec-sunda.md §7.
     */
    private static NrtStatus deadlockStatus(DeadlockException deadlock, List<Notification> notifications) {
        if (ExecutionReport.status(notifications) == NrtStatus.NRT_EXEC_OOB) {
            return NrtStatus.NRT_EXEC_OOB;
        }
        return deadlock.isInCollectives() ? NrtStatus.NRT_EXEC_HW_ERR_COLLECTIVES : NrtStatus.NRT_TIMEOUT;
    }

    /**
     * The status that the hardware's report of a fault ends with. A transfer that faults aborts its DMA engine; what
     * stops the GPSIMD cores leaves the request to its timeout. Source: exec.md §4.1, §4.2; errors.md §8.
     */
    private static NrtStatus status(MachineFaultException fault) {
        return switch (fault.kind()) {
            case COLLECTIVE -> NrtStatus.NRT_EXEC_HW_ERR_COLLECTIVES;
            case BAD_DESCRIPTOR -> NrtStatus.NRT_EXEC_HW_ERR_DMA_ABORT;
            case OUT_OF_BOUNDS ->
                fault.engine().isPresent()
                        ? NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR
                        : NrtStatus.NRT_EXEC_HW_ERR_DMA_ABORT;
            case GPSIMD -> NrtStatus.NRT_TIMEOUT;
            case HOST_MEMORY -> NrtStatus.NRT_FAIL_HOST_MEM_ALLOC;
            default -> NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR;
        };
    }
}
