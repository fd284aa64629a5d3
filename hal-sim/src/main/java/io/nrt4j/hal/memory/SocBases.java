package io.nrt4j.hal.memory;

import io.nrt4j.hal.Arch;

/**
 * Bases of the blocks outside the cores, by architecture.
 *
 * <p>Source: hal.md §3.1 to §3.3, §4.5.
 */
public sealed interface SocBases permits SocBasesV1, SocBasesV2, SocBasesV3 {

    /** The bases of an architecture. */
    static SocBases of(Arch arch) {
        return switch (arch) {
            case TONGA -> new SocBasesV1();
            case SUNDA -> new SocBasesV2();
            case CAYMAN, MARIANA -> new SocBasesV3(arch);
        };
    }

    /** Window of a core. */
    long tpb(int core);

    /** First byte of an HBM. */
    long hbm(int index);

    /**
     * Queue registers of a DMA engine.
     *
     * @param engine device-wide number
     * @param enginesPerSeng engines that share a SENG
     */
    long udma(int engine, int enginesPerSeng);

    /** SDMA registers of a DMA engine; arguments as {@link #udma}. */
    long sdmaMisc(int engine, int enginesPerSeng);

    /** A TopSP window. */
    long topSpWindow(int window);

    /** The window behind a TopSP number of the runtime. */
    default int topSpWindowOf(int topSp) {
        return topSp;
    }

    /** Register block of the notification queues of a core. */
    long notifications(int core);

    /** Register block of the notification queues of a TopSP. */
    long topSpNotifications(int topSp);

    /** Firmware I/O registers. */
    long miscRam();

    /** The host's memory. */
    long host();

    /** Clears the event whose number is written. */
    long eventAcceleratorClear();

    /** Sets the event whose number is written. */
    long eventAcceleratorSet();
}
