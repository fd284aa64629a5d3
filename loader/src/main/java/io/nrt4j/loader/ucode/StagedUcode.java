package io.nrt4j.loader.ucode;

import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.q7.LibrarySlot;
import io.nrt4j.hal.q7.PoolFunctions;
import io.nrt4j.hal.q7.Q7Cluster;
import io.nrt4j.hal.q7.Q7FaultException;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.image.PoolLibraries;
import io.nrt4j.loader.image.StagedLibrary;
import java.util.List;
import java.util.OptionalLong;

/**
 * The libraries of one graph in device memory: what the image builder needs to know of them, and their way into the
 * pool cores.
 */
public final class StagedUcode {
    private static final LogMessage DEVICE_FAULT = LogMessage.error("TDRV", "load_external_libraries_impl", "%s");

    private final List<LibrarySlot> slots;
    private final OptionalLong tableAddress;

    /**
     * Libraries in device memory.
     *
     * @param slots what loads them, in order; empty on SUNDA
     * @param tableAddress SUNDA's table of functions
     */
    StagedUcode(List<LibrarySlot> slots, OptionalLong tableAddress) {
        this.slots = List.copyOf(slots);
        this.tableAddress = tableAddress;
    }

    /** A graph without libraries of its own. */
    public static StagedUcode none() {
        return new StagedUcode(List.of(), OptionalLong.empty());
    }

    /** What the images of the graph need to know: one image per library, or on SUNDA the table of all. */
    public PoolLibraries poolLibraries() {
        List<StagedLibrary> images = slots.stream()
                .map(slot -> new StagedLibrary(slot.deviceAddress(), slot.imageSize()))
                .toList();
        return new PoolLibraries(images, tableAddress);
    }

    /**
     * Brings the libraries into the cores, as executing the preamble will do again, and registers the behaviours of
     * their functions.
     *
     * @throws LoadException with {@link NrtStatus#NRT_FAILURE} if the firmware would refuse a library
     */
    public void install(Device device, int neuronCore, PoolFunctions functions, Nlog nlog) {
        if (slots.isEmpty() && tableAddress.isEmpty()) {
            return;
        }
        Q7Cluster cluster = device.core(neuronCore).q7().orElseThrow();
        cluster.register(functions);
        try {
            slots.forEach(slot -> cluster.execute(slot, device.bus()));
            tableAddress.ifPresent(cluster::switchTable);
        } catch (Q7FaultException e) {
            throw nlog.fail(NrtStatus.NRT_FAILURE, LoadStage.UCODE, DEVICE_FAULT, e.getMessage());
        }
    }
}
