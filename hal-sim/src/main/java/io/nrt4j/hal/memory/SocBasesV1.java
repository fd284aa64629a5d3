package io.nrt4j.hal.memory;

/** TONGA. Source: hal.md §3.1. */
record SocBasesV1() implements SocBases {
    static final long APB = 0xFFFF0000000L;

    @Override
    public long tpb(int core) {
        return 0xFFFC0000000L + core * 0x400_0000L;
    }

    @Override
    public long hbm(int index) {
        return index * 0x10_0000_0000L;
    }

    @Override
    public long udma(int engine, int enginesPerSeng) {
        return sdmaMisc(engine, enginesPerSeng) + 0x4_0000;
    }

    /** The TDMA registers stand where later chips have SDMA registers. */
    @Override
    public long sdmaMisc(int engine, int enginesPerSeng) {
        return APB + engine * 0x10_0000L;
    }

    @Override
    public long topSpWindow(int window) {
        throw new IllegalArgumentException("TONGA has no TopSP");
    }

    /** Only the blocks of cores 0 and 1 are documented; the step between them is carried on. */
    @Override
    public long notifications(int core) {
        return APB + 0x40_4000 + core * 0x1_0000L;
    }

    @Override
    public long topSpNotifications(int topSp) {
        throw new IllegalArgumentException("TONGA has no TopSP");
    }

    @Override
    public long miscRam() {
        return APB + 0x78_E000;
    }

    @Override
    public long host() {
        return 0x4000_0000_0000L;
    }

    @Override
    public long eventAcceleratorClear() {
        throw new IllegalArgumentException("TONGA has no event accelerator");
    }

    @Override
    public long eventAcceleratorSet() {
        throw new IllegalArgumentException("TONGA has no event accelerator");
    }
}
