package io.nrt4j.runtime.run;

import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import io.nrt4j.runtime.run.RunRequest.Recording;
import io.nrt4j.runtime.trace.ChromeTrace;
import io.nrt4j.runtime.trace.MachineNames;
import io.nrt4j.runtime.trace.RunProfile;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run was asked to record. A trace is complete once this is closed, also after a fault. */
final class Recorder implements Closeable {
    private final @Nullable ChromeTrace trace;
    private final @Nullable RunProfile profile;

    Recorder(Recording recording, MachineNames names) throws IOException {
        this.profile = recording.profile() ? new RunProfile(names) : null;
        this.trace = recording.trace().isPresent()
                ? new ChromeTrace(
                        new BufferedOutputStream(
                                Files.newOutputStream(recording.trace().get())),
                        names)
                : null;
    }

    ExecutionMonitor monitor() {
        List<ExecutionMonitor> monitors = new ArrayList<>();
        if (trace != null) {
            monitors.add(trace);
        }
        if (profile != null) {
            monitors.add(profile);
        }
        return ExecutionMonitor.all(monitors);
    }

    RunProfile.@Nullable View profile() {
        return profile == null ? null : profile.view();
    }

    @Override
    public void close() throws IOException {
        if (trace != null) {
            trace.close();
        }
    }
}
