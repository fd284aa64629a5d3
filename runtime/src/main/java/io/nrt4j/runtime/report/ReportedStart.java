package io.nrt4j.runtime.report;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.ContainerOptions;
import io.nrt4j.loader.container.HashCheck;
import io.nrt4j.loader.container.NeffContainer;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LogSink;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.c.FrameworkType;
import io.nrt4j.runtime.c.HostFacts;
import io.nrt4j.runtime.c.LibNrt;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;
import io.nrt4j.runtime.config.TargetPeek;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * {@code nrt_init} in front of a reported load. On a plain machine in an empty environment nothing can go wrong with it,
 * so there it is left out.
 *
 * @param instanceType empty for the smallest instance that fits the file
 * @param logicalCoreSize empty for what the environment says or the file was compiled for
 * @param machine the machine of an instance type
 */
public record ReportedStart(
        Optional<InstanceType> instanceType,
        Optional<Integer> logicalCoreSize,
        Function<InstanceType, SimulatedDriver> machine,
        RuntimeProfile profile,
        RuntimeConfiguration environment) {
    private static final String LOGICAL_CORE_SIZE = "NEURON_LOGICAL_NC_CONFIG";

    /**
     * Starts and closes a runtime.
     *
     * @return the report of a start that failed
     * @throws IOException if the file cannot be read at all
     */
    public Optional<LoadReport> run(Path file, LogSink sink) throws IOException {
        if (isPlain()) {
            return Optional.empty();
        }
        TargetPeek peek = peek(file);
        InstanceType type = instanceType.orElseGet(peek::smallestInstance);
        Map<String, String> variables = new HashMap<>(environment.variables());
        logicalCoreSize.ifPresent(size -> variables.put(LOGICAL_CORE_SIZE, size.toString()));
        if (environment.logicalCoreSize().isEmpty()) {
            variables.putIfAbsent(LOGICAL_CORE_SIZE, String.valueOf(peek.sizeOn(type)));
        }
        Nlog log = new Nlog(sink);
        LibNrt nrt = new LibNrt(machine.apply(type), profile, () -> variables, HostFacts.current(), log::log);
        NrtStatus status = nrt.nrt_init(FrameworkType.NO_FW, "nrt4j", "");
        nrt.nrt_close();
        return status == NrtStatus.NRT_SUCCESS
                ? Optional.empty()
                : Optional.of(LoadReporter.notStarted(file.toString(), status, log.records()));
    }

    private boolean isPlain() {
        InstanceType any = instanceType.orElse(TargetPeek.FALLBACK);
        return environment.neuronVariables().isEmpty() && machine.apply(any).equals(SimulatedDriver.of(any));
    }

    private TargetPeek peek(Path file) throws IOException {
        try (ByteSource source = ByteSource.open(file)) {
            NeffContainer container =
                    NeffContainer.parse(source, new ContainerOptions(profile, HashCheck.OFF), Nlog.silent());
            try (MemberTable members = ArchiveReader.read(container.payload(), ArchiveOptions.DEFAULT, Nlog.silent())) {
                return TargetPeek.at(container.header(), members);
            }
        } catch (LoadException e) {
            return TargetPeek.UNKNOWN;
        }
    }
}
