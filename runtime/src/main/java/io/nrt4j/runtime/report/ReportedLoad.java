package io.nrt4j.runtime.report;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.device.NeuronCore;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.variable.CorePlacement;
import io.nrt4j.runtime.config.TargetPeek;
import io.nrt4j.runtime.report.LoadReport.DeviceView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads one file on a device of its own, unloads it, and reports what happened.
 *
 * <p>The device is made for the file: the instance asked for, or the smallest one that fits. An object serves one file.
 */
public final class ReportedLoad implements PlacementChooser {
    private final LoadOptions options;
    private final Optional<InstanceType> instanceType;
    private final Optional<Integer> logicalCoreSize;
    private final int logicalCore;
    private final LogSink sink;
    private @Nullable Instance instance;
    private Nlog nlog = Nlog.silent();

    /**
     * @param instanceType empty for the smallest instance that fits the file
     * @param logicalCoreSize empty for what the file was compiled for
     * @param logicalCore the logical core on which the model goes
     * @param sink receives the log as it is written
     */
    public ReportedLoad(
            LoadOptions options,
            Optional<InstanceType> instanceType,
            Optional<Integer> logicalCoreSize,
            int logicalCore,
            LogSink sink) {
        this.options = options;
        this.instanceType = instanceType;
        this.logicalCoreSize = logicalCoreSize;
        this.logicalCore = logicalCore;
        this.sink = sink;
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
        try (ByteSource source = ByteSource.open(file)) {
            LoadReport report = runOnce(file, loader, source, times);
            for (int i = 1; i < repeat && report.loaded(); i++) {
                report = runOnce(file, loader, source, times);
            }
            return report;
        } finally {
            if (instance != null) {
                instance.close();
            }
        }
    }

    private LoadReport runOnce(Path file, NeffLoader loader, ByteSource source, StageTimes times) {
        nlog = new Nlog(sink);
        try (LoadedModel model = loader.load(source, this, nlog)) {
            return LoadReporter.loaded(file.toString(), model, device(), times, nlog.records());
        } catch (LoadException e) {
            List<LogRecord> log = nlog.records();
            return LoadReporter.failed(
                    file.toString(), e, Optional.ofNullable(instance).map(i -> device()), times, log);
        }
    }

    @Override
    public Placement choose(NeffHeader header, MemberTable members) {
        if (instance == null) {
            TargetPeek peek = TargetPeek.at(header, members);
            InstanceType type = instanceType.orElseGet(peek::smallestInstance);
            int size = logicalCoreSize.orElseGet(() -> peek.sizeOn(type));
            CorePlacement.requireSize(type, size, Set.of(), nlog);
            instance = new Instance(type, size, DeviceOptions.DEFAULT);
        }
        return new Placement(instance, logicalCore);
    }

    private DeviceView device() {
        Instance placed = instance;
        if (placed == null) {
            throw new IllegalStateException("no device was chosen");
        }
        boolean exists = logicalCore < placed.logicalCores();
        return new DeviceView(
                placed.type().apiName(),
                placed.type().arch().target(),
                placed.logicalCoreSize(),
                logicalCore,
                exists ? placed.logicalCore(logicalCore).device().index() : 0,
                exists
                        ? placed.logicalCore(logicalCore).cores().stream()
                                .map(NeuronCore::index)
                                .toList()
                        : List.of());
    }
}
