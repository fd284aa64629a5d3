package io.nrt4j.runtime.c;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The block that {@code nrt_infodump} prints, one record per line. Source: errors.md §2. */
public final class InfoDump {
    private static final String HEAD = "Neuron runtime information - please include in any support request:";
    private static final String CUT_HERE = "------------->8------------[ cut here ]------------>8-------------";
    private static final String CUT_TO_HERE = "-------------8<-----------[ cut to here ]-----------8<------------";
    /** The firmware of the reference version; its git hashes are not published. */
    private static final String FIRMWARE =
            "Embedded FW version: 1.0.22039.0 (unknown) loaded from \"libnrtucode_extisa.so\"";

    private static final String COLLECTIVES = "CCOM version: 2.0.35440.0- (compat 78)";
    private static final String COLLECTIVES_FIRMWARE = "NCFW version: 1.0.18253.0 (unknown)";

    private final RuntimeProfile profile;
    private final HostFacts host;
    private final SimulatedDriver driver;

    /** The block of a runtime on a machine. */
    public InfoDump(RuntimeProfile profile, HostFacts host, SimulatedDriver driver) {
        this.profile = profile;
        this.host = host;
        this.driver = driver;
    }

    /**
     * Prints the form after a call that failed.
     *
     * @param vnc the logical core of the call
     * @param cores the logical cores that the runtime has; none before it has any
     */
    public void failed(
            NrtStatus status,
            String function,
            int vnc,
            List<Integer> cores,
            RuntimeConfiguration configuration,
            Nlog nlog) {
        String failure = "Failure: " + status.name() + " in " + function + "()";
        print(LogLevel.ERROR, Optional.of(failure), vnc, cores, configuration, nlog);
    }

    /** The form after {@code nrt_init}. */
    void started(CoreRange cores, RuntimeConfiguration configuration, Nlog nlog) {
        print(LogLevel.INFO, Optional.empty(), 0, cores.numbers(), configuration, nlog);
    }

    private void print(
            LogLevel level,
            Optional<String> failure,
            int vnc,
            List<Integer> cores,
            RuntimeConfiguration configuration,
            Nlog nlog) {
        for (String line : lines(failure, vnc, cores, configuration)) {
            nlog.log(new LogRecord(level, "NRT", "nrt_infodump", line));
        }
    }

    private List<String> lines(
            Optional<String> failure, int vnc, List<Integer> cores, RuntimeConfiguration configuration) {
        RuntimeIdentity identity = RuntimeIdentity.of(profile);
        List<String> lines = new ArrayList<>();
        lines.add(HEAD);
        lines.add(CUT_HERE);
        lines.add("NRT version: " + identity.version() + " (" + identity.gitHash() + ")");
        boolean namesFirmware = !profile.version().isBefore(2, 20);
        if (namesFirmware) {
            lines.add(FIRMWARE);
        }
        lines.add(COLLECTIVES);
        if (namesFirmware) {
            lines.add(COLLECTIVES_FIRMWARE);
        }
        lines.add("Instance ID: " + host.instanceId());
        lines.add("Cluster ID: N/A");
        lines.add("Kernel: " + host.kernel());
        lines.add("Nodename: " + host.nodeName());
        // The driver's text ends with a line feed of its own, so an empty line follows.
        lines.add("Driver version: "
                + driver.version().map(SimulatedDriver.Version::text).orElse("unknown") + "\n");
        failure.ifPresent(lines::add);
        lines.add("LNC: " + vnc);
        lines.add("Visible cores: " + cores.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        lines.add("Environment:");
        configuration.neuronVariables().forEach((name, value) -> lines.add("    " + name + "=" + value));
        lines.add(CUT_TO_HERE);
        return lines;
    }
}
