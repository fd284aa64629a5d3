package io.nrt4j.hal.memory;

/**
 * The blocks of the address map. A block inside another one wins over it: an address in a UDMA's registers is
 * {@link #UDMA}, not {@link #APB}.
 *
 * <p>Source: hal.md §3.
 */
public enum Block {
    /** Device memory; the owner is the HBM (channel). */
    HBM,
    /** State buffer aperture; the owner is the core. */
    SBUF,
    /** Scratch RAM of the state buffer (V3, V4). */
    SBUF_SCRATCH,
    /** Memory of the hardware descriptor generators (V3, V4). */
    DGE_MEMORY,
    /** Accumulators of the matrix engine; the owner is the core. */
    PSUM,
    /** Events and semaphores of a core, {@link io.nrt4j.hal.memory.AddressMap#SYNC_BYTES} bytes. */
    SYNC,
    /** Registers and memories of the engines; the owner is the core. */
    PE,
    ACT,
    POOL,
    DVE,
    SP,
    /** Instruction memory of a Q7 core; the owner is the NeuronCore, the unit the Q7 core. */
    Q7_IRAM,
    /** Data memory of a Q7 core; owner and unit as {@link #Q7_IRAM}. */
    Q7_DRAM,
    /** The rest of a core's window. */
    TPB,
    /** Queue registers of a DMA engine; the owner is the device-wide engine number. */
    UDMA,
    /** SDMA registers of a DMA engine; the owner is the device-wide engine number. */
    SDMA_MISC,
    /** A TopSP; the owner is its window. */
    TOPSP,
    /** Events and semaphores of a TopSP. */
    TOPSP_SYNC,
    /** Notification registers of a core; the owner is the core. */
    NOTIFICATION,
    /** Notification registers of a TopSP; the owner is the runtime's number of the TopSP. */
    TOPSP_NOTIFICATION,
    /** Peripheral bus of a SENG (V3, V4) or of the device. */
    APB,
    /** Peripheral bus of the I/O part of a die. */
    APB_IO,
    PREPROC,
    /** Firmware I/O registers. */
    MISC_RAM,
    INTC,
    MSIX,
    RDM,
    EVENT_ACCEL_CLEAR,
    EVENT_ACCEL_SET,
    /** Memory of the host, through PCIe. */
    HOST,
    /** A device wired to this one; the owner is the link. */
    NEIGHBOUR
}
