package io.nrt4j.hal.dma;

/** The two halves of a DMA engine's register space, one ring each per queue. Source: dma.md §1. */
public enum DmaSide {
    /** Memory to stream: the source side, also called TX. */
    M2S(0x00000),
    /** Stream to memory: the destination side, also called RX. */
    S2M(0x20000);

    private final int registerHalf;

    DmaSide(int registerHalf) {
        this.registerHalf = registerHalf;
    }

    /** Offset of this half from the engine's (or the broadcast window's M2S) base, in bytes. */
    int registerHalf() {
        return registerHalf;
    }
}
