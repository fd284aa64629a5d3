package io.nrt4j.hal;

/**
 * The steppings for which firmware exists, with their firmware numbers.
 *
 * <p>Source: hal.md §1.1. MAVERICK is known from headers only and is not loadable (hal.md §6 H7), so it is not here.
 */
public enum Stepping {
    SUNDA(Arch.SUNDA, 0),
    CAYMAN(Arch.CAYMAN, 7),
    MARIANA(Arch.MARIANA, 15),
    /** A later Trainium3; behaves as MARIANA but for these numbers. */
    MARIANA_PLUS(Arch.MARIANA, 23);

    private final Arch arch;
    private final int firstCoreType;

    Stepping(Arch arch, int firstCoreType) {
        this.arch = arch;
        this.firstCoreType = firstCoreType;
    }

    public Arch arch() {
        return arch;
    }

    /** The selector of the collectives firmware; the same number as the TopSP's core type. */
    public int archId() {
        return coreType(FirmwareCore.NX_TOPSP);
    }

    /**
     * The id of the firmware image of one kind of core.
     *
     * @throws IllegalArgumentException for {@link FirmwareCore#Q7_CCE} on SUNDA, which has none
     */
    public int coreType(FirmwareCore core) {
        if (this == SUNDA && core == FirmwareCore.Q7_CCE) {
            throw new IllegalArgumentException("SUNDA has no CCE cores");
        }
        return firstCoreType + core.position();
    }
}
