package io.nrt4j.hal.memory;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;

/**
 * Where the blocks of a NeuronCore lie, relative to the base of its window.
 *
 * <p>Source: hal.md §2.2, §3.2, §3.4, §4.1, §4.2; the place of SUNDA's SP follows image-assembly.md §9.2, where
 * images write its local registers.
 *
 * @param size bytes of the window
 * @param sbuf the state buffer aperture that {@code MR_SB} variables use
 * @param mirroredSbuf the second aperture, through which the host reaches the state buffer; equal to {@code sbuf}
 *     where there is only one
 * @param psum the accumulators
 * @param sync events and semaphores
 * @param semaphores offsets of the four semaphore faces inside {@code sync}
 * @param act base of the sequencer block of ACT; the following likewise
 * @param q7 first Q7 core
 * @param q7Stride distance between two Q7 cores
 * @param q7Dram data memory of a Q7 core, relative to the core
 */
public record TpbLayout(
        long size,
        long sbuf,
        long mirroredSbuf,
        long psum,
        long sync,
        SemaphoreFaces semaphores,
        long act,
        long pe,
        long sp,
        long pool,
        long dve,
        long q7,
        long q7Stride,
        long q7Dram) {

    /** Distance of an engine's local registers from its sequencer block. Source: hal.md §4.2, seen in images. */
    public static final long LOCAL_REGISTERS = 0x60000;

    /** Offset that V3 and V4 add to the window of V2. */
    private static final long HIGH = 0x8_0000_0000L;

    /**
     * The four faces of the semaphores: word {@code id} of a face reads, sets, adds to or subtracts from counter {@code
     * id}.
     */
    public record SemaphoreFaces(int read, int set, int increment, int decrement) {}

    private static final SemaphoreFaces FACES_V1 = new SemaphoreFaces(0x1000, 0x1100, 0x1200, 0x1300);
    private static final SemaphoreFaces FACES = new SemaphoreFaces(0x1000, 0x1400, 0x1800, 0x1C00);

    private static final TpbLayout V2 = lowWindow(FACES, 0x298_0000, 0x2_0000, 0x1_0000);
    private static final TpbLayout V1 = lowWindow(FACES_V1, 0x298_0000, 0, 0);

    private static final TpbLayout V3 = new TpbLayout(
            HIGH + 0x400_0000,
            0,
            HIGH,
            HIGH + 0x200_0000,
            HIGH + 0x270_0000,
            FACES,
            HIGH + 0x240_0000,
            HIGH + 0x260_0000,
            HIGH + 0x280_0000,
            HIGH + 0x300_0000,
            HIGH + 0x2B0_0000,
            HIGH + 0x310_0000,
            0x10_0000,
            0x8_0000);

    /** The layout of an architecture. */
    public static TpbLayout of(Arch arch) {
        return switch (arch) {
            case TONGA -> V1;
            case SUNDA -> V2;
            case CAYMAN, MARIANA -> V3;
        };
    }

    /** The sequencer block of an engine. */
    public long engine(EngineType engine) {
        return switch (engine) {
            case PE -> pe;
            case ACT -> act;
            case POOL -> pool;
            case DVE -> dve;
            case SP -> sp;
        };
    }

    /**
     * V1 and V2 share the window. Only the Q7 stride of V2 is an inference: the SDMA alias of core {@code cpu} is {@code
     * (2 * cpu + 9) << 16} from the POOL block (hal.md §4.3), which leaves 64 KiB of IRAM and 64 KiB of DRAM each.
     */
    private static TpbLayout lowWindow(SemaphoreFaces faces, long q7, long q7Stride, long q7Dram) {
        return new TpbLayout(
                0x400_0000,
                0,
                0,
                0x200_0000,
                0x270_0000,
                faces,
                0x240_0000,
                0x260_0000,
                0x280_0000,
                0x290_0000,
                0x2B0_0000,
                q7,
                q7Stride,
                q7Dram);
    }
}
