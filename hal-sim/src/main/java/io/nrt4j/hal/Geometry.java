package io.nrt4j.hal;

/**
 * What one device of an architecture consists of: counts, sizes and strides.
 *
 * <p>All sizes are bytes. Source: hal.md §2, §2.1, §2.2, §2.3; memory.md §6.1. Values that a sheet marks as open carry
 * the choice of hal.md §6.
 *
 * @param arch the architecture
 * @param dies dies per device
 * @param sengs SENGs (groups of cores with their DMA engines) per device; 0 where the term does not exist
 * @param cores NeuronCores per device
 * @param coresPerHbm cores whose default HBM is the same
 * @param maxLogicalCoreSize most physical cores in one logical core
 * @param defaultLogicalCoreSize the logical-core size without configuration
 * @param topSps TopSP cores that software sees
 * @param topSpWindows TopSP windows in the address map
 * @param hwDgeInstances hardware descriptor generators per core
 */
public record Geometry(
        Arch arch,
        int dies,
        int sengs,
        int cores,
        int coresPerHbm,
        int maxLogicalCoreSize,
        int defaultLogicalCoreSize,
        int topSps,
        int topSpWindows,
        int hwDgeInstances,
        Hbm hbm,
        Sbuf sbuf,
        Psum psum,
        Dma dma,
        Sync sync,
        Notifications notifications,
        Q7 q7,
        DveTables dveTables) {

    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    /**
     * The device memory.
     *
     * @param count HBMs (channels) per device
     * @param regions regions into which each is divided, each with its own pool
     * @param bytes active bytes of one HBM
     * @param smallPoolBytes size of the pool for small allocations at the end of each; 0: none
     * @param carveOutBytes bytes at the start of each that the firmware keeps
     */
    public record Hbm(int count, int regions, long bytes, long smallPoolBytes, long carveOutBytes) {
        /** Bytes of one region. */
        public long regionBytes() {
            return bytes / regions;
        }
    }

    /**
     * The state buffer.
     *
     * @param partitions partitions
     * @param stride distance between the first bytes of neighbouring partitions in the aperture
     * @param activeBytes bytes per partition behind which memory exists; the rest of the stride is a hole
     * @param usableBytes bytes per partition that the compiler may use
     * @param apertureBytes size of the AXI aperture, also the size of an {@code MR_SB} variable
     */
    public record Sbuf(int partitions, int stride, int activeBytes, int usableBytes, long apertureBytes) {}

    /**
     * The accumulator memory of the matrix engine.
     *
     * @param partitions partitions
     * @param stride distance between the first bytes of neighbouring partitions
     * @param activeBytes bytes per partition
     * @param banks banks per partition
     * @param apertureBytes size of the AXI aperture
     */
    public record Psum(int partitions, int stride, int activeBytes, int banks, long apertureBytes) {
        /** Bytes of one bank in one partition. */
        public int bankBytes() {
            return activeBytes / banks;
        }
    }

    /**
     * The DMA engines.
     *
     * @param enginesPerCore engines that belong to one core
     * @param enginesPerDevice all engines, with those between host and device
     * @param queuesPerEngine rings per engine and direction
     * @param maxDescriptorsPerPacket the driver's limit (the HAL's own limits: dma.md §5.2)
     * @param udmaBeats {@code num_beats} of the UDMA
     * @param maxFmaSources sources of one fused multiply-add; 0: no such unit
     * @param maxCceElements elements of one CCE operation; 0: no such unit
     */
    public record Dma(
            int enginesPerCore,
            int enginesPerDevice,
            int queuesPerEngine,
            int maxDescriptorsPerPacket,
            int udmaBeats,
            int maxFmaSources,
            int maxCceElements) {}

    /**
     * Events and semaphores of one core.
     *
     * @param semaphores counters
     * @param events flags
     * @param maxSemaphoreValue highest value of a counter, unsigned
     */
    public record Sync(int semaphores, int events, long maxSemaphoreValue) {}

    /** Notification queues of one core: how many types, and queues of each. */
    public record Notifications(int types, int queuesPerType) {}

    /**
     * The Q7 cores of the GPSIMD engine.
     *
     * @param cores Q7 cores per NeuronCore
     * @param cceCores Q7 cores per PREPROC block
     * @param iramBytes instruction window of one core
     * @param dramBytes data window of one core
     */
    public record Q7(int cores, int cceCores, int iramBytes, int dramBytes) {}

    /** Sizes of the tables of the vector engine; 0: no such table. */
    public record DveTables(int datapathBytes, int controlFastBytes, int controlSlowBytes, int opcodeBytes) {}

    /** The geometry of an architecture. */
    public static Geometry of(Arch arch) {
        return switch (arch) {
            case TONGA -> TONGA;
            case SUNDA -> SUNDA;
            case CAYMAN -> CAYMAN;
            case MARIANA -> MARIANA;
        };
    }

    /** Index of the HBM in which variables of a core lie ({@code get_default_hbm_index}). */
    public int defaultHbm(int core) {
        return arch == Arch.TONGA ? 0 : core / coresPerHbm;
    }

    /** Region of the default HBM in which variables of a core lie. */
    public int defaultRegion(int core) {
        return arch == Arch.TONGA ? core : 0;
    }

    /** Device memory of the whole device in bytes. */
    public long deviceMemoryBytes() {
        return hbm.count() * hbm.bytes();
    }

    private static final Geometry TONGA = new Geometry(
            Arch.TONGA,
            1,
            0,
            4,
            4,
            1,
            1,
            0,
            0,
            0,
            new Hbm(2, 4, 4 * GIB, 0, 0),
            // hal.md §2.1 says 256 KiB between partitions; all real programs of v1 step 128 KiB.
            sbuf(128 * KIB, 96 * KIB, 96 * KIB),
            new Psum(64, (int) (16 * KIB), (int) (8 * KIB), 4, MIB),
            new Dma(3, 12, 16, 128, 1024, 0, 0),
            new Sync(32, 256, 65535),
            new Notifications(4, 4),
            new Q7(0, 0, 0, 0),
            new DveTables(0, 0, 0, 0));

    private static final Geometry SUNDA = new Geometry(
            Arch.SUNDA,
            1,
            2,
            2,
            1,
            1,
            1,
            6,
            6,
            0,
            new Hbm(2, 1, 16 * GIB, GIB, 16 * MIB),
            sbuf(192 * KIB, 192 * KIB - 16384),
            psumOfV2AndLater(),
            new Dma(16, 34, 16, 64, 1024, 16, 1024),
            new Sync(256, 256, 0xFFFF_FFFFL),
            new Notifications(6, 16),
            new Q7(8, 0, (int) (64 * KIB), (int) (64 * KIB)),
            new DveTables(0x2000, 0x800, 0, 0x800));

    private static final Geometry CAYMAN =
            v3(Arch.CAYMAN, 24 * GIB, sbuf(224 * KIB, 224 * KIB - 16384 - 8), new Notifications(5, 16), 16);

    private static final Geometry MARIANA =
            v3(Arch.MARIANA, 36 * GIB, sbuf(256 * KIB, 256 * KIB - 16384 - 8), new Notifications(6, 16), 32);

    /** V4 is V3 but for the listed values (hal.md §6 H11). */
    private static Geometry v3(Arch arch, long hbmBytes, Sbuf sbuf, Notifications notifications, int fmaSources) {
        return new Geometry(
                arch,
                2,
                4,
                8,
                2,
                2,
                2,
                16,
                20,
                2,
                new Hbm(4, 1, hbmBytes, GIB, 16 * MIB),
                sbuf,
                psumOfV2AndLater(),
                new Dma(16, 132, 16, 64, 2296, fmaSources, 2048),
                new Sync(256, 256, 0xFFFF_FFFFL),
                notifications,
                new Q7(8, 4, (int) (128 * KIB), (int) (256 * KIB)),
                new DveTables(0x4000, 0x1000, 0x1000, 0x400));
    }

    private static Sbuf sbuf(long activeBytes, long usableBytes) {
        return sbuf(256 * KIB, activeBytes, usableBytes);
    }

    private static Sbuf sbuf(long stride, long activeBytes, long usableBytes) {
        return new Sbuf(128, (int) stride, (int) activeBytes, (int) usableBytes, 32 * MIB);
    }

    private static Psum psumOfV2AndLater() {
        return new Psum(128, (int) (32 * KIB), (int) (16 * KIB), 8, 4 * MIB);
    }
}
