package io.nrt4j.hal.memory;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.Geometry;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The device (SoC) addresses of one architecture, in both directions: from block, owner and offset to the address,
 * and from an address to what it means.
 *
 * <p>Cores, HBMs, DMA engines and TopSPs are numbered physically within the device. Source: hal.md §3, §4.1.
 */
public final class AddressMap {
    /** Bytes of a region of events and semaphores. */
    public static final long SYNC_BYTES = 0x2000;

    private final Geometry geometry;
    private final TpbLayout layout;
    private final SocBases bases;
    private final RegionTable table;

    private AddressMap(Geometry geometry, TpbLayout layout, SocBases bases) {
        this.geometry = geometry;
        this.layout = layout;
        this.bases = bases;
        this.table = new RegionTable(SocRegions.of(geometry, layout, bases));
    }

    private static final AddressMap TONGA = create(Arch.TONGA);
    private static final AddressMap SUNDA = create(Arch.SUNDA);
    private static final AddressMap CAYMAN = create(Arch.CAYMAN);
    private static final AddressMap MARIANA = create(Arch.MARIANA);

    /** The map of an architecture. */
    public static AddressMap of(Arch arch) {
        return switch (arch) {
            case TONGA -> TONGA;
            case SUNDA -> SUNDA;
            case CAYMAN -> CAYMAN;
            case MARIANA -> MARIANA;
        };
    }

    private static AddressMap create(Arch arch) {
        return new AddressMap(Geometry.of(arch), TpbLayout.of(arch), SocBases.of(arch));
    }

    public Geometry geometry() {
        return geometry;
    }

    /** Offsets inside a core's window. */
    public TpbLayout layout() {
        return layout;
    }

    /** Bases of the blocks outside the cores. */
    public SocBases bases() {
        return bases;
    }

    /** Base of a core's window ({@code aws_hal_stpb_get_axi_offset(core, 0)}), also the address of its state buffer. */
    public long tpb(int core) {
        return bases.tpb(checked("core", core, geometry.cores()));
    }

    /**
     * Address of a byte of the state buffer.
     *
     * @param partition 0 to 127
     * @param offset byte inside the partition
     * @throws MemoryFaultException for an offset behind which the partition has no memory
     */
    public long sbuf(int core, int partition, int offset) {
        Geometry.Sbuf sbuf = geometry.sbuf();
        checked("partition", partition, sbuf.partitions());
        if (offset < 0 || offset >= sbuf.activeBytes()) {
            throw new MemoryFaultException(offset, "hole in state buffer partition " + partition);
        }
        return tpb(core) + layout.sbuf() + (long) partition * sbuf.stride() + offset;
    }

    /** Address of the first accumulator of a core. */
    public long psum(int core) {
        return tpb(core) + layout.psum();
    }

    /** Address of an event flag. */
    public long event(int core, int id) {
        return sync(core) + 4L * checked("event", id, geometry.sync().events());
    }

    /** Address that reads a semaphore. */
    public long semaphoreRead(int core, int id) {
        return semaphore(core, layout.semaphores().read(), id);
    }

    /** Address that sets a semaphore to the word written. */
    public long semaphoreSet(int core, int id) {
        return semaphore(core, layout.semaphores().set(), id);
    }

    /** Address that adds the word written to a semaphore. */
    public long semaphoreIncrement(int core, int id) {
        return semaphore(core, layout.semaphores().increment(), id);
    }

    /** Address that subtracts the word written from a semaphore. */
    public long semaphoreDecrement(int core, int id) {
        return semaphore(core, layout.semaphores().decrement(), id);
    }

    /** Address of the events and semaphores of a core. */
    public long sync(int core) {
        return tpb(core) + layout.sync();
    }

    /** Base of an engine's sequencer block. */
    public long engine(int core, EngineType engine) {
        return tpb(core) + layout.engine(engine);
    }

    /** Base of an engine's local registers. */
    public long localRegisters(int core, EngineType engine) {
        return engine(core, engine) + TpbLayout.LOCAL_REGISTERS;
    }

    /** Instruction memory of a Q7 core of the GPSIMD engine. */
    public long q7Iram(int core, int q7) {
        return tpb(core) + layout.q7() + checked("Q7 core", q7, geometry.q7().cores()) * layout.q7Stride();
    }

    /** Data memory of a Q7 core of the GPSIMD engine. */
    public long q7Dram(int core, int q7) {
        return q7Iram(core, q7) + layout.q7Dram();
    }

    /** First byte of an HBM. */
    public long hbm(int index) {
        return bases.hbm(checked("HBM", index, geometry.hbm().count()));
    }

    /** Base of a DMA engine's queue registers, by its device-wide number. */
    public long udma(int engine) {
        return bases.udma(
                checked("DMA engine", engine, geometry.dma().enginesPerDevice()),
                geometry.dma().enginesPerCore() * geometry.coresPerHbm());
    }

    /** Base of a DMA engine's SDMA registers, by its device-wide number. */
    public long sdmaMisc(int engine) {
        return bases.sdmaMisc(
                checked("DMA engine", engine, geometry.dma().enginesPerDevice()),
                geometry.dma().enginesPerCore() * geometry.coresPerHbm());
    }

    /** Window of a TopSP, by the number that software uses. */
    public long topSp(int index) {
        return bases.topSpWindow(bases.topSpWindowOf(checked("TopSP", index, geometry.topSps())));
    }

    /** First address of the host's memory as the device sees it. */
    public long hostWindow() {
        return bases.host();
    }

    /** Register block of the notification queues of a core. */
    public long notifications(int core) {
        return bases.notifications(checked("core", core, geometry.cores()));
    }

    /** Register block of the notification queues of a TopSP. */
    public long topSpNotifications(int index) {
        return bases.topSpNotifications(checked("TopSP", index, geometry.topSps()));
    }

    /** The innermost region at an address, or null for an unmapped one; for callers that keep the last region. */
    public @Nullable Region regionAt(long address) {
        return table.find(address);
    }

    /** What an address means, or empty where nothing is mapped. */
    public Optional<Location> find(long address) {
        Region region = table.find(address);
        return region == null
                ? Optional.empty()
                : Optional.of(new Location(region.block(), region.owner(), region.unit(), address - region.base()));
    }

    /**
     * What an address means.
     *
     * @throws MemoryFaultException for an address where nothing is mapped
     */
    public Location resolve(long address) {
        return find(address).orElseThrow(() -> new MemoryFaultException(address, "unmapped device address"));
    }

    /** Every region of the map, outer before inner. */
    public List<Region> regions() {
        return SocRegions.of(geometry, layout, bases);
    }

    private long semaphore(int core, int face, int id) {
        return sync(core) + face + 4L * checked("semaphore", id, geometry.sync().semaphores());
    }

    private static int checked(String what, int value, int count) {
        if (value < 0 || value >= count) {
            throw new IllegalArgumentException(what + " " + value + " of " + count);
        }
        return value;
    }
}
