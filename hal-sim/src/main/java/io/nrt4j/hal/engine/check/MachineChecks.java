package io.nrt4j.hal.engine.check;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.engine.sequencer.ExecutionMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The detectors of one machine. */
public final class MachineChecks {
    private final Optional<UninitialisedReads> uninitialised;
    private final ExecutionMonitor monitor;

    /**
     * @param checks what was asked for
     * @param devices the device of each core of the machine
     */
    public MachineChecks(Set<MachineCheck> checks, List<Device> devices) {
        List<ExecutionMonitor> monitors = new ArrayList<>();
        this.uninitialised = checks.contains(MachineCheck.UNINITIALISED_READS)
                ? Optional.of(new UninitialisedReads(devices))
                : Optional.empty();
        uninitialised.ifPresent(monitors::add);
        if (checks.contains(MachineCheck.RACES)) {
            monitors.add(new RaceDetector(devices));
        }
        this.monitor = ExecutionMonitor.all(monitors);
    }

    /** All detectors as one monitor; {@link ExecutionMonitor#NONE} if there are none. */
    public ExecutionMonitor monitor() {
        return monitor;
    }

    /**
     * Says that a stretch of device memory holds nothing that a program may rely on.
     *
     * @param core a core of the device
     * @param address device address in an HBM
     * @param length bytes
     */
    public void undefine(int core, long address, long length) {
        uninitialised.ifPresent(u -> u.undefine(core, address, length));
    }
}
