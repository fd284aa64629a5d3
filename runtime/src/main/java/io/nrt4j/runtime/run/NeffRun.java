package io.nrt4j.runtime.run;

import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.GraphNode;
import io.nrt4j.runtime.execution.ExecutionException;
import io.nrt4j.runtime.execution.ExecutionLog;
import io.nrt4j.runtime.execution.ExecutionOptions;
import io.nrt4j.runtime.execution.ExecutionReport;
import io.nrt4j.runtime.execution.ModelExecutor;
import io.nrt4j.runtime.execution.ModelTensors;
import io.nrt4j.runtime.execution.TensorBindings;
import io.nrt4j.runtime.report.FailedCall;
import io.nrt4j.runtime.report.LoadReport.DeviceView;
import io.nrt4j.runtime.run.RunReport.ComparisonView;
import io.nrt4j.runtime.run.RunReport.ExecutionView;
import io.nrt4j.runtime.run.RunReport.InputView;
import io.nrt4j.runtime.run.RunReport.OutputView;
import io.nrt4j.runtime.trace.RunProfile;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Loads a NEFF on a device of its own, once per rank, fills its inputs, executes one request, stores its outputs and
 * reports. An object serves one run.
 */
public final class NeffRun {
    /** The handle that a runtime gives to the first model it loads. Source: exec.md §5. */
    private static final int FIRST_MODEL = 10001;

    private static final String EXECUTE = "nrt_execute";
    private static final String STAGE_INPUTS = "inputs";
    private static final String STAGE_EXECUTE = "execute";
    private static final int SPARE_GIBIBYTES = 2;
    private static final int NAMES_IN_NOTE = 6;
    private static final double NANOS_PER_MILLI = 1e6;

    private final RunRequest request;
    private final Nlog nlog;
    private final Consumer<String> notes;
    private final FailedCall failedCall;
    private List<InputView> inputs = List.of();
    private List<OutputView> outputs = List.of();
    private @Nullable ExecutionView execution;
    private List<ComparisonView> comparisons = List.of();
    private RunProfile.@Nullable View profile;

    /**
     * A run.
     *
     * @param nlog receives the runtime's log
     * @param notes receives what a person should know that is no error
     * @param failedCall receives what the runtime prints its infodump after
     */
    public NeffRun(RunRequest request, Nlog nlog, Consumer<String> notes, FailedCall failedCall) {
        this.request = request;
        this.nlog = nlog;
        this.notes = notes;
        this.failedCall = failedCall;
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
                failedCall.loadEnded(e, ranks.cores());
                return report(ranks, e.status(), e.stage().label(), e.getMessage());
            } catch (ExecutionException e) {
                return report(ranks, e.status(), STAGE_INPUTS, e.getMessage());
            }
            double loadMs = (System.nanoTime() - start) / NANOS_PER_MILLI;
            try {
                requireNoHostCode(ranks.models().get(0));
                requireMemory(ranks);
                Comparisons expected = new Comparisons(ranks, request.references());
                InputFiller filler = new InputFiller(ranks, request.inputs());
                noteMissing(filler.missing());
                inputs = filler.fill();
                return finished(ranks, execute(ranks, loadMs), expected);
            } catch (BadTensorException e) {
                return report(ranks, e.status(), STAGE_INPUTS, e.getMessage());
            } catch (ExecutionException e) {
                ExecutionLog log = log(ranks);
                log.broken(e, request.execution().timeout());
                ended(ranks, log, e.status());
                return report(ranks, e.status(), STAGE_EXECUTE, e.getMessage());
            }
        }
    }

    /** inf1 compilers could leave a part of a model to native code for the host ({@code cpu.so}). Source: exec.md §1 item 5. */
    private static void requireNoHostCode(LoadedModel model) {
        String nodes = model.manifest().graph().nodes().stream()
                .filter(GraphNode::isCpuNode)
                .map(node -> node.name() + " (" + String.join(", ", node.outputNames()) + ")")
                .collect(Collectors.joining(", "));
        if (!nodes.isEmpty()) {
            throw new BadTensorException(
                    "the NEFF leaves these nodes to native code on the host, which the emulator does not run: "
                            + nodes);
        }
    }

    /** Device memory costs host memory once it is written, and a run writes all tensors. */
    private static void requireMemory(LoadedRanks ranks) {
        long needed =
                ranks.tensors().stream().mapToLong(ModelTensors::memoryBytes).sum();
        Runtime jvm = Runtime.getRuntime();
        long free = jvm.maxMemory() - (jvm.totalMemory() - jvm.freeMemory());
        if (needed > free) {
            throw new BadTensorException(
                    NrtStatus.NRT_RESOURCE,
                    "the tensors take %d bytes, the emulator has %d left; give it more with NRT4J_JAVA_OPTS=-Xmx%dg"
                            .formatted(needed, free, (needed >> 30) + SPARE_GIBIBYTES));
        }
    }

    private void noteMissing(List<String> missing) {
        if (!missing.isEmpty()) {
            int more = missing.size() - NAMES_IN_NOTE;
            notes.accept("inputs filled at random, seed %d: %s%s"
                    .formatted(
                            request.inputs().seed(),
                            missing.stream().limit(NAMES_IN_NOTE).collect(Collectors.joining(", ")),
                            more > 0 ? " and " + more + " more" : ""));
        }
    }

    private ExecutionReport execute(LoadedRanks ranks, double loadMs) throws IOException {
        List<TensorBindings> bindings =
                ranks.tensors().stream().map(ModelTensors::bindings).toList();
        try (Recorder recorder = new Recorder(request.recording(), ranks.names())) {
            ExecutionOptions options = request.execution().withMonitor(recorder.monitor());
            try {
                ExecutionReport result =
                        ModelExecutor.ofRanks(ranks.models(), options).execute(bindings);
                execution = new ExecutionView(loadMs, result.elapsed().toNanos() / NANOS_PER_MILLI, result.steps());
                return result;
            } finally {
                profile = recorder.profile();
            }
        }
    }

    private RunReport finished(LoadedRanks ranks, ExecutionReport result, Comparisons expected) throws IOException {
        ExecutionLog log = log(ranks);
        log.completed(result);
        ended(ranks, log, result.status());
        outputs = new OutputCollector(ranks, request.outputs()).collect();
        comparisons = expected.run();
        String message = result.status() == NrtStatus.NRT_SUCCESS
                ? "NN: " + ranks.models().get(0).name() + ", executed successfully"
                : "the program came to its end, its outputs are not to be trusted";
        return report(ranks, result.status(), null, message);
    }

    /** Source: errors.md §2 (order), §8 (cascades). */
    private void ended(LoadedRanks ranks, ExecutionLog log, NrtStatus status) {
        log.ended(FIRST_MODEL, status);
        if (status != NrtStatus.NRT_SUCCESS) {
            failedCall.ended(status, EXECUTE, ranks.cores());
            ExecutionLog.callFailed(
                    nlog, request.load().profile(), ranks.models().get(0).name(), status);
        }
    }

    /** The lines name one model; where several ranks run it is the first. */
    private ExecutionLog log(LoadedRanks ranks) {
        return new ExecutionLog(nlog, request.load().profile(), ranks.models().get(0));
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
                comparisons,
                profile,
                nlog.records().stream().filter(r -> r.level() != LogLevel.TRACE).toList());
    }
}
