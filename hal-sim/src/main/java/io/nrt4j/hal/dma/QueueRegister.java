package io.nrt4j.hal.dma;

import java.util.Arrays;
import java.util.Optional;

/** The registers of one queue block that the runtime touches. Offsets in bytes. Source: dma.md §1. */
public enum QueueRegister {
    CONFIG(0x20, 0x20),
    STATUS(0x24, 0x24),
    RING_BASE_LOW(0x28, 0x28),
    RING_BASE_HIGH(0x2C, 0x2C),
    /** Ring length in descriptors, 24 bits. */
    RING_LENGTH(0x30, 0x30),
    /** Head pointer; the ring id stands in bits 31:30. */
    HEAD_POINTER(0x34, 0x34),
    /** The doorbell: adds its 24-bit value to the tail. */
    TAIL_INCREMENT(0x38, 0x38),
    TAIL_POINTER(0x3C, 0x3C),
    CURRENT_POINTER(0x40, 0x40),
    COMPLETION_BASE_LOW(0x44, 0x44),
    COMPLETION_BASE_HIGH(0x48, 0x48),
    COMPLETION_HEAD(0x4C, 0x4C),
    /** Completion behaviour: bit 0 update ring, bit 1 no coalescing. */
    COMPLETION_CONFIG(0xA0, 0x54),
    /** Software control; {@link #RESET_QUEUE} resets the queue. The one register whose place shows the side. */
    SOFTWARE_CONTROL(0xB0, 0x64);

    /** The value of {@link #SOFTWARE_CONTROL} that resets a queue on every engine. */
    public static final int RESET_QUEUE = 0x100;

    private final int m2s;
    private final int s2m;

    QueueRegister(int m2s, int s2m) {
        this.m2s = m2s;
        this.s2m = s2m;
    }

    /** Offset from the start of the queue block, in bytes. */
    public int offset(DmaSide side) {
        return side == DmaSide.M2S ? m2s : s2m;
    }

    /** The register at an offset of a queue block, or empty for one that nothing here uses. */
    public static Optional<QueueRegister> at(DmaSide side, int offset) {
        return Arrays.stream(values()).filter(r -> r.offset(side) == offset).findFirst();
    }
}
