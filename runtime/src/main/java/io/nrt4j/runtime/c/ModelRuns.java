package io.nrt4j.runtime.c;

import io.nrt4j.loader.LoadedModel;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.execution.ExecutionReport;
import io.nrt4j.runtime.execution.ModelExecutor;
import io.nrt4j.runtime.execution.TensorBindings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one logical core, one after the other.
 *
 * <p>A core that ran another model last is reset first: what a model finds in the on-chip memories is undefined after a
 * switch. Source: exec.md §3, §5.
 */
final class ModelRuns {
    private final Map<LoadedModel, ModelExecutor> executors = new HashMap<>();
    private @Nullable ModelExecutor last;

    /** Runs a request to its end; throws what {@link ModelExecutor#execute} throws. */
    synchronized ExecutionReport run(LoadedModel model, ExecutionOptions options, TensorBindings bindings) {
        ModelExecutor executor = executors.computeIfAbsent(model, m -> ModelExecutor.of(m, options));
        if (last != executor) {
            if (last != null) {
                last.reset();
                executor.reset();
            }
            last = executor;
        }
        return executor.execute(List.of(bindings));
    }

    /** Forgets a model that is being unloaded. */
    synchronized void forget(LoadedModel model) {
        ModelExecutor executor = executors.remove(model);
        if (executor != null && executor == last) {
            executor.reset();
            last = null;
        }
    }
}
