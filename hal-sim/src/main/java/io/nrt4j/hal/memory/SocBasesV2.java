package io.nrt4j.hal.memory;

/** SUNDA. Source: hal.md §3.2. */
record SocBasesV2() implements SocBases {
    static final long APB = 0xFFFF0000000L;
    static final long TOPSP = 0xFFFD0000000L;
    private static final long SENG_STRIDE = 0x70_0000;
    private static final int D2H = 32;

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
        if (engine >= D2H) {
            return APB + 0x60_0000 + (engine - D2H) * SENG_STRIDE;
        }
        return APB + engine / enginesPerSeng * SENG_STRIDE + engine % enginesPerSeng * 0x4_0000L;
    }

    @Override
    public long sdmaMisc(int engine, int enginesPerSeng) {
        if (engine >= D2H) {
            return udma(engine, enginesPerSeng) + 0x4_0000;
        }
        return APB + 0x40_0000 + engine / enginesPerSeng * SENG_STRIDE + engine % enginesPerSeng * 0x7000L;
    }

    @Override
    public long topSpWindow(int window) {
        return TOPSP + window * 0x40_0000L;
    }

    @Override
    public long notifications(int core) {
        return APB + core * SENG_STRIDE + 0x53_0000 + 0x5000;
    }

    @Override
    public long topSpNotifications(int topSp) {
        return APB + 0xE0_0000 + topSp * 0x4_0000L + 0x4000;
    }

    @Override
    public long miscRam() {
        return APB + 0xFA_0000;
    }

    @Override
    public long host() {
        return 0x1000_0000_0000L;
    }

    @Override
    public long eventAcceleratorClear() {
        return 0x20_0000_0000L;
    }

    @Override
    public long eventAcceleratorSet() {
        return eventAcceleratorClear() + 4;
    }
}
