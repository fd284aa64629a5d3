package io.nrt4j.hal.memory;

import io.nrt4j.hal.Geometry;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists the regions of an architecture for the address decoder.
 *
 * <p>Source: hal.md §3. Sizes that no sheet gives (register blocks, peripheral buses of V1 and V2) reach up to the next
 * documented block at most.
 */
final class SocRegions {
    private static final long REGISTER_BLOCK = 0x1000;
    private static final long UDMA_BYTES = 0x4_0000;
    private static final long TOPSP_BYTES = 0x40_0000;

    private final Geometry geometry;
    private final TpbLayout layout;
    private final SocBases bases;
    private final List<Region> regions = new ArrayList<>();

    private SocRegions(Geometry geometry, TpbLayout layout, SocBases bases) {
        this.geometry = geometry;
        this.layout = layout;
        this.bases = bases;
    }

    static List<Region> of(Geometry geometry, TpbLayout layout, SocBases bases) {
        return new SocRegions(geometry, layout, bases).list();
    }

    private List<Region> list() {
        for (int h = 0; h < geometry.hbm().count(); h++) {
            add(Block.HBM, h, bases.hbm(h), geometry.hbm().bytes());
        }
        for (int core = 0; core < geometry.cores(); core++) {
            addCore(core);
        }
        switch (geometry.arch()) {
            case TONGA -> addV1();
            case SUNDA -> addV2();
            case CAYMAN, MARIANA -> addV3();
        }
        add(Block.MISC_RAM, 0, bases.miscRam(), REGISTER_BLOCK);
        return List.copyOf(regions);
    }

    private void addCore(int core) {
        long tpb = bases.tpb(core);
        Geometry.Sbuf sbuf = geometry.sbuf();
        add(Block.TPB, core, tpb, layout.size());
        add(Block.SBUF, core, tpb + layout.sbuf(), sbuf.apertureBytes());
        if (layout.mirroredSbuf() != layout.sbuf()) {
            add(Block.SBUF, core, tpb + layout.mirroredSbuf(), sbuf.apertureBytes());
            add(Block.SBUF_SCRATCH, core, tpb + 0x400_0000, sbuf.apertureBytes());
            add(Block.DGE_MEMORY, core, tpb + 0x4000_0000L, 1L << 30);
        }
        add(Block.PSUM, core, tpb + layout.psum(), geometry.psum().apertureBytes());
        add(Block.SYNC, core, tpb + layout.sync(), AddressMap.SYNC_BYTES);
        add(Block.PE, core, tpb + layout.pe(), layout.sync() - layout.pe());
        add(Block.ACT, core, tpb + layout.act(), layout.pe() - layout.act());
        add(Block.SP, core, tpb + layout.sp(), Math.min(layout.pool(), layout.dve()) - layout.sp());
        addVectorAndPool(core, tpb);
        add(Block.NOTIFICATION, core, bases.notifications(core), REGISTER_BLOCK);
    }

    /** DVE and POOL stand in either order; the later one reaches to the end of the window. */
    private void addVectorAndPool(int core, long tpb) {
        long end = layout.size();
        boolean poolFirst = layout.pool() < layout.dve();
        add(Block.POOL, core, tpb + layout.pool(), (poolFirst ? layout.dve() : end) - layout.pool());
        add(Block.DVE, core, tpb + layout.dve(), (poolFirst ? end : layout.pool()) - layout.dve());
        for (int q7 = 0; q7 < geometry.q7().cores(); q7++) {
            long base = tpb + layout.q7() + q7 * layout.q7Stride();
            regions.add(new Region(Block.Q7_IRAM, core, q7, base, geometry.q7().iramBytes()));
            regions.add(new Region(
                    Block.Q7_DRAM,
                    core,
                    q7,
                    base + layout.q7Dram(),
                    geometry.q7().dramBytes()));
        }
    }

    private void addV1() {
        add(Block.APB, 0, SocBasesV1.APB, 0x100_0000);
        for (int engine = 0; engine < geometry.dma().enginesPerDevice(); engine++) {
            add(Block.SDMA_MISC, engine, bases.sdmaMisc(engine, 0), UDMA_BYTES);
            add(Block.UDMA, engine, bases.udma(engine, 0), UDMA_BYTES);
        }
        add(Block.HOST, 0, bases.host(), 0x4000_0000_0000L);
        add(Block.NEIGHBOUR, 0, 0x8000_0000_0000L, 0x4000_0000_0000L);
        add(Block.NEIGHBOUR, 1, 0xC000_0000_0000L, 0x4000_0000_0000L);
    }

    private void addV2() {
        add(Block.APB, 0, SocBasesV2.APB, 0x100_0000);
        addDma(0x7000);
        addTopSps();
        add(Block.EVENT_ACCEL_CLEAR, 0, bases.eventAcceleratorClear(), 4);
        add(Block.EVENT_ACCEL_SET, 0, bases.eventAcceleratorSet(), 4);
        add(Block.HOST, 0, bases.host(), 0x1000_0000_0000L);
    }

    private void addV3() {
        for (int seng = 0; seng < geometry.sengs(); seng++) {
            add(Block.APB, seng, SocBasesV3.apb(seng), 0xC80_0000);
            add(Block.PREPROC, seng, SocBasesV3.preproc(seng), 0x34C_0000);
        }
        for (int die = 0; die < geometry.dies(); die++) {
            add(Block.APB_IO, die, SocBasesV3.die(die) + SocBasesV3.APB_IO, 0x2000_0000);
        }
        addDma(0xC_0000);
        addTopSps();
        add(Block.INTC, 0, 0x85_8000_0000L, 0x10_0000);
        add(Block.MSIX, 0, 0x85_8010_0000L, 0x10_0000);
        add(Block.RDM, 0, 0x85_8020_0000L, 0x10_0000);
        add(Block.EVENT_ACCEL_CLEAR, 0, bases.eventAcceleratorClear(), 4);
        add(Block.EVENT_ACCEL_SET, 0, bases.eventAcceleratorSet(), 4);
        add(Block.HOST, 0, bases.host(), 0x4000_0000_0000L);
        for (int link = 0; link < 4; link++) {
            add(Block.NEIGHBOUR, link, 0x10_0000_0000_0000L + link * 0x4_0000_0000_0000L, 0x4_0000_0000_0000L);
        }
    }

    private void addDma(long miscBytes) {
        int perSeng = geometry.dma().enginesPerCore() * geometry.coresPerHbm();
        for (int engine = 0; engine < geometry.dma().enginesPerDevice(); engine++) {
            add(Block.UDMA, engine, bases.udma(engine, perSeng), UDMA_BYTES);
            add(Block.SDMA_MISC, engine, bases.sdmaMisc(engine, perSeng), miscBytes);
        }
    }

    private void addTopSps() {
        for (int window = 0; window < geometry.topSpWindows(); window++) {
            add(Block.TOPSP, window, bases.topSpWindow(window), TOPSP_BYTES);
            add(Block.TOPSP_SYNC, window, bases.topSpWindow(window), AddressMap.SYNC_BYTES);
        }
        for (int topSp = 0; topSp < geometry.topSps(); topSp++) {
            add(Block.TOPSP_NOTIFICATION, topSp, bases.topSpNotifications(topSp), REGISTER_BLOCK);
        }
    }

    private void add(Block block, int owner, long base, long size) {
        regions.add(new Region(block, owner, 0, base, size));
    }
}
