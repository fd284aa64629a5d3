package io.nrt4j.runtime.run;

import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.runtime.execution.ExecutionException;
import io.nrt4j.runtime.execution.ExecutionReport;
import io.nrt4j.runtime.execution.ModelExecutor;
import io.nrt4j.runtime.execution.ModelTensors;
import io.nrt4j.runtime.execution.TensorBindings;
import io.nrt4j.runtime.report.LoadReport.DeviceView;
import io.nrt4j.runtime.run.RunReport.ExecutionView;
import io.nrt4j.runtime.run.RunReport.InputView;
import io.nrt4j.runtime.run.RunReport.OutputView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Loads a NEFF on a device of its own, once per rank, fills its inputs, executes one request, stores its outputs and
 * reports. An object serves one run.
 */
public final class NeffRun {
    private static final String STAGE_INPUTS = "inputs";
    private static final String STAGE_EXECUTE = "execute";
    private static final int NAMES_IN_NOTE = 6;
    private static final double NANOS_PER_MILLI = 1e6;

    private final RunRequest request;
    private final Nlog nlog;
    private final Consumer<String> notes;
    private List<InputView> inputs = List.of();
    private List<OutputView> outputs = new ArrayList<>();
    private @Nullable ExecutionView execution;

    /**
     * A run.
     *
     * @param nlog receives the runtime's log
     * @param notes receives what a person should know that is no error
     */
    public NeffRun(RunRequest request, Nlog nlog, Consumer<String> notes) {
        this.request = request;
        this.nlog = nlog;
        this.notes = notes;
    }

    /**
     * Does it all.
     *
     * @throws RunArgumentException for arguments that do not go with the NEFF
     * @throws IOException if a file cannot be read or written
     */
    public RunReport run() throws IOException {
        long start = System.nanoTime();
        try (ByteSource neff = ByteSource.open(request.file());
                LoadedRanks ranks = new LoadedRanks(request, nlog)) {
            try {
                ranks.load(neff);
            } catch (LoadException e) {
                return report(ranks, e.status(), e.stage().label(), e.getMessage());
            } catch (ExecutionException e) {
                return report(ranks, e.status(), STAGE_INPUTS, e.getMessage());
            }
            double loadMs = (System.nanoTime() - start) / NANOS_PER_MILLI;
            try {
                InputFiller filler = new InputFiller(ranks, request.inputs(), request.seed());
                noteMissing(filler.missing());
                inputs = filler.fill();
                return execute(ranks, loadMs);
            } catch (BadTensorException e) {
                return report(ranks, NrtStatus.NRT_INVALID, STAGE_INPUTS, e.getMessage());
            } catch (ExecutionException e) {
                return report(ranks, e.status(), STAGE_EXECUTE, e.getMessage());
            }
        }
    }

    private void noteMissing(List<String> missing) {
        if (!missing.isEmpty()) {
            int more = missing.size() - NAMES_IN_NOTE;
            notes.accept("inputs filled at random, seed %d: %s%s"
                    .formatted(
                            request.seed(),
                            missing.stream().limit(NAMES_IN_NOTE).collect(Collectors.joining(", ")),
                            more > 0 ? " and " + more + " more" : ""));
        }
    }

    private RunReport execute(LoadedRanks ranks, double loadMs) throws IOException {
        List<TensorBindings> bindings = new ArrayList<>();
        for (int rank = 0; rank < ranks.count(); rank++) {
            ModelTensors tensors = ranks.tensors(rank);
            bindings.add(tensors.bindings());
        }
        ExecutionReport result =
                ModelExecutor.ofRanks(ranks.models(), request.execution()).execute(bindings);
        execution = new ExecutionView(loadMs, result.elapsed().toNanos() / NANOS_PER_MILLI, result.steps());
        outputs = new OutputCollector(ranks, request.outputs()).collect();
        String message = result.status() == NrtStatus.NRT_SUCCESS
                ? "NN: " + ranks.models().get(0).name() + ", executed successfully"
                : "the program came to its end, its outputs are not to be trusted";
        return report(ranks, result.status(), null, message);
    }

    private RunReport report(LoadedRanks ranks, NrtStatus status, @Nullable String stage, @Nullable String message) {
        DeviceView device = ranks.device().orElse(null);
        return new RunReport(
                request.file().toString(),
                status.code(),
                status.name(),
                stage,
                String.valueOf(message),
                device,
                Math.max(1, ranks.count()),
                request.schedule(),
                inputs,
                outputs,
                execution,
                nlog.records().stream().filter(r -> r.level() != LogLevel.TRACE).toList());
    }
}
