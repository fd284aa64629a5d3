package io.nrt4j.hal.memory;

import io.nrt4j.hal.Arch;

/** CAYMAN and MARIANA. Source: hal.md §3.3, §4.5. */
record SocBasesV3(Arch arch) implements SocBases {
    /** Bit 47 of an address selects the die. */
    static final long DIE = 0x8000_0000_0000L;

    static final long APB_IO = 0x80_0000_0000L;
    static final int CORES_PER_DIE = 4;
    static final int WINDOWS_PER_DIE = 10;
    static final int TOPSPS_PER_DIE = 8;
    private static final long SENG_STRIDE = 0x40_0000_0000L;
    private static final int D2H = 128;

    @Override
    public long tpb(int core) {
        int local = core % CORES_PER_DIE;
        return die(core / CORES_PER_DIE) + local / 2 * SENG_STRIDE + 0x20_0000_0000L + local % 2 * 0x10_0000_0000L;
    }

    @Override
    public long hbm(int index) {
        return seng(index);
    }

    @Override
    public long udma(int engine, int enginesPerSeng) {
        if (engine >= D2H) {
            int local = engine - D2H;
            return die(local / 2) + APB_IO + 0x680_0000 + local % 2 * 0x10_0000L;
        }
        int seng = engine / enginesPerSeng;
        long first = seng % 2 == 0 ? 0x10_0200_0000L : 0x10_0400_0000L;
        return seng(seng) + first + engine % enginesPerSeng * 0x10_0000L;
    }

    @Override
    public long sdmaMisc(int engine, int enginesPerSeng) {
        return udma(engine, enginesPerSeng) + 0x4_0000;
    }

    /** Peripheral bus of a SENG. */
    static long apb(int seng) {
        return seng(seng) + 0x10_0000_0000L;
    }

    static long preproc(int seng) {
        return seng(seng) + 0x12_0000_0000L;
    }

    @Override
    public long topSpWindow(int window) {
        return die(window / WINDOWS_PER_DIE) + 0x82_8000_0000L + window % WINDOWS_PER_DIE * 0x4000_0000L;
    }

    /** The runtime uses the first eight windows of each die. */
    @Override
    public int topSpWindowOf(int topSp) {
        return topSp / TOPSPS_PER_DIE * WINDOWS_PER_DIE + topSp % TOPSPS_PER_DIE;
    }

    @Override
    public long notifications(int core) {
        int local = core % CORES_PER_DIE;
        return die(core / CORES_PER_DIE)
                + APB_IO
                + (local / 2 == 1 ? 0x640_0000 : 0x600_0000)
                + local % 2 * 0x18_0000L
                + 0x1000;
    }

    @Override
    public long topSpNotifications(int topSp) {
        return die(topSp / TOPSPS_PER_DIE) + APB_IO + 0x6A0_0000 + topSp % TOPSPS_PER_DIE * 0x4_0000L;
    }

    @Override
    public long miscRam() {
        return APB_IO + 0x6C8_4000;
    }

    @Override
    public long host() {
        return 0x4000_0000_0000L;
    }

    @Override
    public long eventAcceleratorClear() {
        return 0x90_0000_0000L;
    }

    @Override
    public long eventAcceleratorSet() {
        return arch == Arch.MARIANA ? 0x94_0000_0000L : eventAcceleratorClear() + 4;
    }

    static long die(int die) {
        return die * DIE;
    }

    private static long seng(int seng) {
        return die(seng / 2) + seng % 2 * SENG_STRIDE;
    }
}
