package io.nrt4j.hal.memory;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.Geometry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the host sees of a device through its PCI BARs: translations between device addresses and BAR offsets.
 *
 * <p>Source: hal.md §3.1, §3.2, §3.5. Of V1 only the windows whose place is documented are here: the peripheral bus in
 * BAR 0 and the first DRAM channel in BAR 4.
 */
public final class BarMap {
    /** A place in a BAR. */
    public record BarAddress(int bar, long offset) {}

    private record Window(long base, long size, int bar, long offset) {}

    private static final int REGISTERS = 0;
    private static final int MEMORY = 4;
    private static final long TPB_WINDOW = 64L << 20;
    private static final long TOPSP_WINDOW = 0x40_0000;

    private final List<Window> windows = new ArrayList<>();

    private BarMap() {}

    /** The BARs of an architecture. */
    public static BarMap of(Arch arch) {
        BarMap map = new BarMap();
        Geometry geometry = Geometry.of(arch);
        SocBases bases = SocBases.of(arch);
        switch (arch) {
            case TONGA -> map.addV1(geometry, bases);
            case SUNDA -> map.addV2(geometry, bases);
            case CAYMAN, MARIANA -> map.addV3(geometry, bases);
        }
        return map;
    }

    /** Where the host finds a device address, or empty if it cannot reach it. */
    public Optional<BarAddress> find(long address) {
        return windows.stream()
                .filter(w -> address >= w.base && address - w.base < w.size)
                .findFirst()
                .map(w -> new BarAddress(w.bar, w.offset + (address - w.base)));
    }

    /** The device address behind a place in a BAR, or empty if nothing is there. */
    public OptionalLong deviceAddress(int bar, long offset) {
        return windows.stream()
                .filter(w -> w.bar == bar && offset >= w.offset && offset - w.offset < w.size)
                .mapToLong(w -> w.base + (offset - w.offset))
                .findFirst();
    }

    private void addV1(Geometry geometry, SocBases bases) {
        add(SocBasesV1.APB, 0x100_0000, REGISTERS, 0);
        add(bases.hbm(0), geometry.hbm().bytes(), MEMORY, 0);
    }

    private void addV2(Geometry geometry, SocBases bases) {
        for (int core = 0; core < geometry.cores(); core++) {
            add(bases.tpb(core), TPB_WINDOW, REGISTERS, core * TPB_WINDOW);
        }
        for (int t = 0; t < geometry.topSps(); t++) {
            add(bases.topSpWindow(t), TOPSP_WINDOW, REGISTERS, 0x1000_0000 + t * TOPSP_WINDOW);
        }
        add(SocBasesV2.APB, 0x100_0000, REGISTERS, 0x3000_0000);
        for (int h = 0; h < geometry.hbm().count(); h++) {
            add(bases.hbm(h), geometry.hbm().bytes(), MEMORY, h * geometry.hbm().bytes());
        }
    }

    private void addV3(Geometry geometry, SocBases bases) {
        for (int die = 0; die < geometry.dies(); die++) {
            add(SocBasesV3.die(die) + SocBasesV3.APB_IO, 0x2000_0000, REGISTERS, die * 0x4000_0000L);
        }
        for (int seng = 0; seng < geometry.sengs(); seng++) {
            add(SocBasesV3.apb(seng), 0xC80_0000, REGISTERS, 0x8000_0000L + seng * 0x1000_0000L);
            add(SocBasesV3.preproc(seng), 0x34C_0000, REGISTERS, 0xC000_0000L + seng * 0x400_0000L);
        }
        TpbLayout layout = TpbLayout.of(geometry.arch());
        for (int core = 0; core < geometry.cores(); core++) {
            long offset = 0xD000_0000L + core * TPB_WINDOW;
            add(bases.tpb(core) + layout.mirroredSbuf(), TPB_WINDOW, REGISTERS, offset);
            // The other aperture shows the same memory.
            add(bases.tpb(core) + layout.sbuf(), geometry.sbuf().apertureBytes(), REGISTERS, offset);
        }
        for (int w = 0; w < geometry.topSpWindows(); w++) {
            add(bases.topSpWindow(w), TOPSP_WINDOW, REGISTERS, 0xF000_0000L + w * TOPSP_WINDOW);
        }
        for (int h = 0; h < geometry.hbm().count(); h++) {
            add(bases.hbm(h), geometry.hbm().bytes(), MEMORY, h * 0x10_0000_0000L);
        }
    }

    private void add(long base, long size, int bar, long offset) {
        windows.add(new Window(base, size, bar, offset));
    }
}
