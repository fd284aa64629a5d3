package io.nrt4j.runtime.report;

import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.Nlog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Loads files, each on a device of its own, unloads them, and reports what happened.
 *
 * <p>Several threads may load at once, if what is called for devices, log and failures allows it.
 */
public final class ReportedLoad {
    private final LoadOptions options;
    private final Function<Nlog, FittingDevice> devices;
    private final LogSink sink;
    private final FailedCall failedCall;

    /**
     * @param devices makes the device; its log receives what is wrong with the choice
     * @param sink receives the log as it is written
     * @param failedCall receives a load that failed
     */
    public ReportedLoad(
            LoadOptions options, Function<Nlog, FittingDevice> devices, LogSink sink, FailedCall failedCall) {
        this.options = options;
        this.devices = devices;
        this.sink = sink;
        this.failedCall = failedCall;
    }

    /**
     * Loads and unloads the file.
     *
     * @param repeat how often; the report has the best time of each stage, and the log of the last load
     * @throws IOException if the file cannot be read at all
     */
    public LoadReport run(Path file, int repeat) throws IOException {
        StageTimes times = new StageTimes();
        NeffLoader loader = new NeffLoader(options, times);
        Nlog first = new Nlog(sink);
        try (FittingDevice device = devices.apply(first);
                ByteSource source = ByteSource.open(file)) {
            LoadReport report = runOnce(file, loader, source, device, times, first);
            for (int i = 1; i < repeat && report.loaded(); i++) {
                report = runOnce(file, loader, source, device, times, new Nlog(sink));
            }
            return report;
        }
    }

    private LoadReport runOnce(
            Path file, NeffLoader loader, ByteSource source, FittingDevice device, StageTimes times, Nlog nlog) {
        try (LoadedModel model = loader.load(source, device, nlog)) {
            return LoadReporter.loaded(file.toString(), model, device.view().orElseThrow(), times, nlog.records());
        } catch (LoadException e) {
            failedCall.loadEnded(e, List.of(device.firstCore()));
            return LoadReporter.failed(file.toString(), e, device.view(), times, nlog.records());
        }
    }
}
