package io.nrt4j.runtime.report;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.memory.ScratchpadConfig;
import io.nrt4j.loader.Placement;
import io.nrt4j.loader.PlacementChooser;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.variable.CorePlacement;
import io.nrt4j.loader.variable.ScratchpadSettings;
import io.nrt4j.runtime.config.TargetPeek;
import io.nrt4j.runtime.report.LoadReport.DeviceView;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A device made for the first file that is loaded on it: the instance asked for, or the smallest one that fits. Owns
 * the instance until it is closed.
 */
public final class FittingDevice implements PlacementChooser, AutoCloseable {
    private final Optional<InstanceType> instanceType;
    private final Optional<Integer> logicalCoreSize;
    private final int logicalCore;
    private final int logicalCores;
    private final ScratchpadSettings scratchpad;
    private final Nlog nlog;
    private @Nullable Instance instance;

    /**
     * A device that is chosen later.
     *
     * @param instanceType empty for the smallest instance that fits the file
     * @param logicalCoreSize empty for what the file was compiled for
     * @param logicalCore the logical core on which the first model goes
     * @param logicalCores how many logical cores there should be from the first on
     * @param scratchpad how scratchpads are paged
     * @param nlog receives what is wrong with a choice
     */
    public FittingDevice(
            Optional<InstanceType> instanceType,
            Optional<Integer> logicalCoreSize,
            int logicalCore,
            int logicalCores,
            ScratchpadSettings scratchpad,
            Nlog nlog) {
        this.instanceType = instanceType;
        this.logicalCoreSize = logicalCoreSize;
        this.logicalCore = logicalCore;
        this.logicalCores = logicalCores;
        this.scratchpad = scratchpad;
        this.nlog = nlog;
    }

    /** The place of the n-th model, from 0. */
    public PlacementChooser at(int n) {
        return (header, members) -> new Placement(choose(header, members).instance(), logicalCore + n);
    }

    /** The number of the logical core on which the first model goes. */
    public int firstCore() {
        return logicalCore;
    }

    /** Logical cores from the first one on; 0 before a device was chosen. */
    public int room() {
        return instance == null ? 0 : instance.logicalCores() - logicalCore;
    }

    /** Where the models are, once the first one was placed. */
    public Optional<DeviceView> view() {
        return Optional.ofNullable(instance).map(chosen -> DeviceView.of(chosen, logicalCore));
    }

    @Override
    public Placement choose(NeffHeader header, MemberTable members) {
        Instance chosen = instance;
        if (chosen == null) {
            TargetPeek peek = TargetPeek.at(header, members);
            InstanceType type = instanceType.orElseGet(() -> peek.smallestInstance(logicalCore + logicalCores));
            int size = logicalCoreSize.orElseGet(() -> peek.sizeOn(type));
            CorePlacement.requireSize(type, size, Set.of(), nlog);
            ScratchpadConfig paging = scratchpad.resolve(type.arch(), size, nlog);
            chosen = new Instance(type, size, DeviceOptions.DEFAULT.withScratchpad(paging));
            instance = chosen;
        }
        return new Placement(chosen, logicalCore);
    }

    @Override
    public void close() {
        if (instance != null) {
            instance.close();
        }
    }
}
