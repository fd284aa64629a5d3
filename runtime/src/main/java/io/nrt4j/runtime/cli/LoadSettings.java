package io.nrt4j.runtime.cli;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.container.HashCheck;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.ucode.ExtIsaProvider;
import io.nrt4j.loader.ucode.UcodeMode;
import io.nrt4j.loader.ucode.UcodeOptions;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.VisibleCores;
import io.nrt4j.runtime.log.ConsoleLog;
import io.nrt4j.runtime.log.NlogFormat;
import io.nrt4j.runtime.log.RuntimeLog;
import io.nrt4j.runtime.report.FailedCall;
import io.nrt4j.runtime.report.FittingDevice;
import io.nrt4j.runtime.report.ReportedLoad;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that every command which loads a NEFF has. */
final class LoadSettings {
    @Option(
            names = "--instance",
            paramLabel = "TYPE",
            converter = InstanceConverter.class,
            description = "Instance type, such as trn2.48xlarge. Default: the smallest one that fits the NEFF.")
    @Nullable
    InstanceType instance;

    @Option(
            names = "--lnc",
            paramLabel = "N",
            description = "Physical cores per logical core (1 or 2). Default: what the NEFF was compiled for.")
    @Nullable
    Integer logicalCoreSize;

    @Option(
            names = "--cores",
            paramLabel = "START:COUNT",
            converter = CoreRangeConverter.class,
            description = "Logical cores to use; the model goes on the first. Default: 0:1.")
    CoreRange cores = new CoreRange(0, 1);

    @Option(
            names = "--runtime",
            paramLabel = "VERSION",
            converter = ProfileConverter.class,
            description = "Version of libnrt to imitate, such as 2.19.5.0. Default: 2.31.24.0.")
    RuntimeProfile profile = RuntimeProfile.DEFAULT;

    @Option(
            names = "--verify",
            paramLabel = "off|lenient|strict",
            description =
                    "Compare the header's digest: strict as libnrt does, lenient also accepts the word-swapped form"
                            + " that compilers write since 2.18. Default: off, or what NEURON_RT_VALIDATE_HASH says.")
    @Nullable
    HashCheck hashCheck;

    @Option(
            names = "--q7-neff-lib",
            paramLabel = "prelink|faithful",
            description =
                    "What to do with GPSIMD libraries of the NEFF: prelink and load them, or only what libnrt does."
                            + " Default: prelink.")
    UcodeMode libraryMode = UcodeMode.PRELINK;

    @Option(
            names = "--ucode-dir",
            paramLabel = "DIR",
            description = "Directory with the vendor's own GPSIMD libraries, such as CAYMAN_0.so. Default: stand-ins.")
    @Nullable
    Path libraryDirectory;

    @Option(
            names = "--env",
            paramLabel = "K=V",
            description =
                    "Sets an environment variable of the emulated runtime, such as NEURON_RT_ALLOW_LEGACY_NEFF=1.")
    Map<String, String> variables = new LinkedHashMap<>();

    /** The process's own environment with {@code --env} on top. */
    RuntimeConfiguration environment() {
        Map<String, String> merged = new LinkedHashMap<>(System.getenv());
        merged.putAll(variables);
        return new RuntimeConfiguration(merged);
    }

    /** What the options say about the load itself. */
    LoadOptions loadOptions() {
        LoadOptions options = environment().loadOptions(profile);
        UcodeOptions ucode = options.ucode().withMode(libraryMode);
        if (libraryDirectory != null) {
            ucode = ucode.withProvider(ExtIsaProvider.fromDirectory(libraryDirectory, Nlog.silent()));
        }
        options = options.withUcode(ucode);
        return hashCheck == null ? options : options.withHashCheck(hashCheck);
    }

    /** A device for the file that is loaded first. */
    FittingDevice fittingDevice(Nlog nlog) {
        return fittingDevice(1, nlog);
    }

    /** A device for so many models, on neighbouring logical cores. */
    FittingDevice fittingDevice(int models, Nlog nlog) {
        return new FittingDevice(
                Optional.ofNullable(instance),
                Optional.ofNullable(logicalCoreSize).or(() -> environment().logicalCoreSize()),
                firstCore(),
                models,
                environment().scratchpad(),
                nlog);
    }

    /** The runtime counts its logical cores from the first one that it may see. */
    int firstCore() {
        return environment()
                        .visibleCores()
                        .flatMap(VisibleCores::parse)
                        .map(visible -> visible.cores().first())
                        .orElse(0)
                + cores.start();
    }

    /** A load of one file with these settings. */
    ReportedLoad reportedLoad(LogSink sink, FailedCall failedCall) {
        return new ReportedLoad(loadOptions(), this::fittingDevice, sink, failedCall);
    }

    /** The runtime's log as the environment asks for it; all of the console's part on one stream. */
    LogSink console(PrintStream stream) {
        ConsoleLog.Stream console = new ConsoleLog.Stream(stream, Boolean.getBoolean("nrt4j.terminal"));
        return RuntimeLog.of(environment(), new NlogFormat(profile.timestampDigits()), console, console);
    }

    /**
     * Logical cores in a row.
     *
     * @param start the first one
     * @param count how many
     */
    record CoreRange(int start, int count) {}

    static final class CoreRangeConverter implements ITypeConverter<CoreRange> {
        @Override
        public CoreRange convert(String text) {
            String[] parts = text.split(":", -1);
            try {
                CoreRange range =
                        new CoreRange(Integer.parseInt(parts[0]), parts.length < 2 ? 1 : Integer.parseInt(parts[1]));
                if (parts.length <= 2 && range.start() >= 0 && range.count() >= 1) {
                    return range;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new TypeConversionException("'" + text + "' is not START:COUNT, such as 0:2");
        }
    }

    static final class InstanceConverter implements ITypeConverter<InstanceType> {
        @Override
        public InstanceType convert(String text) {
            return InstanceType.fromName(text)
                    .orElseThrow(() -> new TypeConversionException("unknown instance type '" + text + "'; known: "
                            + Arrays.stream(InstanceType.values())
                                    .map(InstanceType::apiName)
                                    .collect(Collectors.joining(", "))));
        }
    }

    static final class ProfileConverter implements ITypeConverter<RuntimeProfile> {
        @Override
        public RuntimeProfile convert(String text) {
            return RuntimeProfile.named(text)
                    .orElseThrow(() ->
                            new TypeConversionException("'" + text + "' is not a runtime version such as 2.31.24.0"));
        }
    }
}
