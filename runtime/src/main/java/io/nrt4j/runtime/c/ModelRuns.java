package io.nrt4j.runtime.c;

import io.nrt4j.loader.LoadedModel;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.execution.ExecutionReport;
import io.nrt4j.runtime.execution.ModelExecutor;
import io.nrt4j.runtime.execution.TensorBindings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests of all logical cores on the machine.
 *
 * <p>Who runs a request holds the turn of its core, and so do the ranks that it meets. A core that ran another model last
 * is reset first: what a model finds in the on-chip memories is undefined after a switch. Source: exec.md §3, §5, §7.3.
 */
final class ModelRuns {
    private final Map<List<NrtModel>, ModelExecutor> executors = new HashMap<>();
    private final @Nullable ModelExecutor[] last;
    private final Rendezvous<Part, Together> meetings = new Rendezvous<>();

    /** What a rank brings to a request. */
    private record Part(NrtModel model, TensorBindings bindings) {}

    /** A request of several ranks that has ended. */
    private record Together(ModelExecutor executor, ExecutionReport report) {}

    /** Where ranks of a job meet. */
    private record Place(int ranks, Set<Integer> members) {}

    /** @param cores logical cores of the runtime */
    ModelRuns(int cores) {
        this.last = new ModelExecutor[cores];
    }

    /**
     * Runs a request to its end, together with the ranks that the model works with.
     *
     * @return how it ended; empty if a rank never came
     * @throws io.nrt4j.runtime.execution.ExecutionException as {@link ModelExecutor#execute} does
     */
    Optional<ExecutionReport> run(NrtModel model, TensorBindings bindings) {
        if (model.seat().ranks() == 1 || model.settings().everyRankAlone()) {
            ModelExecutor executor =
                    executor(List.of(model), parts -> ModelExecutor.of(model.loaded(), options(model)));
            return Optional.of(executor.execute(List.of(bindings)));
        }
        int rank = model.seat().rank();
        Set<Integer> members = model.partners();
        return meetings.meet(
                        new Place(model.seat().ranks(), members),
                        members,
                        rank,
                        new Part(model, bindings),
                        options(model).timeout(),
                        this::runTogether)
                .map(together -> together.executor().reportOf(rank, together.report()));
    }

    private Together runTogether(Map<Integer, Part> parts) {
        List<NrtModel> models = parts.values().stream().map(Part::model).toList();
        ModelExecutor executor = executor(models, ModelRuns::ofRanks);
        return new Together(
                executor,
                executor.execute(parts.values().stream().map(Part::bindings).toList()));
    }

    private static ModelExecutor ofRanks(List<NrtModel> models) {
        NavigableMap<Integer, LoadedModel> ranks = new TreeMap<>();
        models.forEach(model -> ranks.put(model.seat().rank(), model.loaded()));
        NrtModel first = models.get(0);
        return ModelExecutor.ofRanks(ranks, first.seat().ranks(), options(first));
    }

    private static ExecutionOptions options(NrtModel model) {
        return model.settings().options();
    }

    /** The executor of these models; set up anew if one of their cores did something else meanwhile. */
    private ModelExecutor executor(List<NrtModel> models, Function<List<NrtModel>, ModelExecutor> maker) {
        ModelExecutor executor;
        boolean switched = false;
        synchronized (this) {
            executor = executors.computeIfAbsent(models, maker);
            for (NrtModel model : models) {
                switched |= last[model.vnc()] != executor;
                last[model.vnc()] = executor;
            }
        }
        if (switched) {
            executor.reset();
        }
        return executor;
    }

    /** Forgets a model that is being unloaded. */
    synchronized void forget(NrtModel model) {
        executors.entrySet().removeIf(entry -> {
            boolean gone = entry.getKey().contains(model);
            for (int core = 0; gone && core < last.length; core++) {
                last[core] = last[core] == entry.getValue() ? null : last[core];
            }
            return gone;
        });
    }
}
