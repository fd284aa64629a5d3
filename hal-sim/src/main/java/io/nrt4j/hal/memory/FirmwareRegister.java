package io.nrt4j.hal.memory;

/**
 * The firmware's registers, by their offsets in misc RAM.
 *
 * <p>Source: hal.md §3.6.
 */
public enum FirmwareRegister {
    API_VERSION(0x00),
    DEVICE_ID(0x24),
    SERIAL_NUMBER_LOW(0x38),
    SERIAL_NUMBER_HIGH(0x3C),
    ECC_SRAM(0x40),
    ECC_HBM0(0x44),
    ECC_HBM1(0x48),
    ECC_HBM2(0x4C),
    ECC_HBM3(0x50),
    POWER_LOW(0x54),
    POWER_HIGH(0x58),
    HBM_REPAIR(0x64),
    /** 128 bytes. */
    METRICS(0x100),
    /** Serial numbers of the neighbours, four words. */
    NEIGHBOUR_SERIALS(0x180),
    POD_STATUS(0x190),
    POD_SERIAL_LOW(0x194),
    POD_SERIAL_HIGH(0x198),
    RESET_MAP(0x1D8),
    /** 1 resets the device, 2 the cores of {@link #RESET_MAP}. */
    RESET(0x1EC),
    REQUEST_HIGH(0x1F0),
    REQUEST_LOW(0x1F4),
    RESPONSE_HIGH(0x1F8),
    RESPONSE_LOW(0x1FC),
    TRIGGER(0x800);

    private final int offset;

    FirmwareRegister(int offset) {
        this.offset = offset;
    }

    public int offset() {
        return offset;
    }

    /** The bits of V3's reset map for one core: its TPB, its SDMA group and its TopSP group. */
    public static int resetMapOfCore(int core) {
        return 0x1_0101 << core;
    }
}
