package io.nrt4j.loader.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.NeffLoader;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A simulated instance on which a test loads NEFFs. */
public final class TestLoad implements AutoCloseable {
    private final Instance instance;
    private final LoadOptions options;

    /** An instance with logical cores of {@code logicalCoreSize} physical cores. */
    public TestLoad(InstanceType type, int logicalCoreSize, LoadOptions options) {
        this.instance = new Instance(type, logicalCoreSize, DeviceOptions.DEFAULT);
        this.options = options;
    }

    public static TestLoad on(InstanceType type, int logicalCoreSize) {
        return new TestLoad(type, logicalCoreSize, LoadOptions.DEFAULT);
    }

    /** The smallest instance that runs a NEFF of the corpus, as it comes. */
    public static TestLoad forFile(Path neff) {
        InstanceType type = Corpus.instanceType(neff);
        return on(type, type.geometry().defaultLogicalCoreSize());
    }

    public Instance instance() {
        return instance;
    }

    /** Loads on the first logical core. */
    public LoadedModel load(byte[] neff) {
        return load(neff, Nlog.silent());
    }

    public LoadedModel load(byte[] neff, Nlog nlog) {
        try (ByteSource source = ByteSource.of(neff)) {
            return new NeffLoader(options).load(source, PlacementChooser.fixed(new Placement(instance, 0)), nlog);
        }
    }

    /** Loads a file that must fail, and checks that the device is as it was. */
    public LoadException fail(byte[] neff) {
        return loadOrFail(neff).orElseThrow(() -> new AssertionError("the load succeeded"));
    }

    /** Loads and unloads; the failure if there was one. Whatever happens, the device must be as it was. */
    public Optional<LoadException> loadOrFail(byte[] neff) {
        HeapUsage before = instance.device(0).heap().usage();
        LoadException failure =
                catchThrowableOfType(LoadException.class, () -> load(neff).close());
        assertThat(instance.device(0).heap().usage()).as("accounting").isEqualTo(before);
        return Optional.ofNullable(failure);
    }

    /** The ERROR lines of a failure as {@code MODULE:function message}. */
    public static List<String> errorLines(LoadException failure) {
        return failure.records().stream()
                .filter(r -> r.level() == LogLevel.ERROR)
                .map(TestLoad::line)
                .toList();
    }

    private static String line(LogRecord r) {
        return r.module() + ":" + r.function() + " " + r.message();
    }

    @Override
    public void close() {
        instance.close();
    }
}
