package io.nrt4j.loader.image;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.dma.RingLength;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.image.MemoryDemand.Resident;
import io.nrt4j.loader.profile.ImageProfile;
import io.nrt4j.loader.profile.RuntimeProfile;

/**
 * What the runtime keeps on a core for all models: request, constants, runtime rings, POOL's library and output, base
 * programs.
 *
 * <p>The sums per class are those of corpus/hw-profiles.md ("Memory accounting") less what a model has: 38,912 bytes of
 * Generic are three pages here and the vector engine's tables of each model; 30,720 bytes of runtime rings are 28 KiB
 * here (the figure for a core without a model, memory.md §9.4) and one table ring of each model. How the 28 KiB and the
 * microcode divide is not known.
 *
 * @param request device address of the execution request
 * @param constantOne device address of a 32-bit 1
 * @param library POOL's built-in library
 */
public record CoreResidents(long request, long constantOne, StagedLibrary library) {
    private static final int PAGE = 0x1000;
    private static final long RUNTIME_RINGS = 28672;
    private static final int STDIO_BYTES = 0x440;
    private static final int STDIO_ALIGNMENT = 0x800;
    /** The size that LIBLOAD names in all ten images of P230. */
    private static final int LIBRARY_BYTES = 0x48E0;

    private static final int LIBRARY_ALIGNMENT = 0x1000000;
    private static final long MICROCODE_P230 = 1744584;
    private static final long MICROCODE_P227 = 1703936;

    /**
     * Allocates the residents of a core.
     *
     * @param sibling position of the core in its logical core, 0 or 1
     */
    public static CoreResidents place(RuntimeProfile profile, Arch arch, int sibling, ImageMemory memory) {
        ImageProfile image = imageProfile(profile, arch);
        long request = memory.place(new MemoryDemand(Resident.EXECUTION_REQUEST, MemoryUsage.GENERIC, PAGE, 0));
        long constants = memory.place(new MemoryDemand(Resident.CONSTANTS, MemoryUsage.GENERIC, PAGE, 0));
        memory.place(new MemoryDemand(Resident.IO_SWITCH, MemoryUsage.GENERIC, PAGE, 0));
        memory.place(
                new MemoryDemand(Resident.RUNTIME_RINGS, MemoryUsage.DMA_RING, RUNTIME_RINGS, RingLength.ALIGNMENT));
        memory.place(new MemoryDemand(Resident.POOL_STDIO, MemoryUsage.POOL_STDIO, STDIO_BYTES, STDIO_ALIGNMENT));
        long library = memory.place(
                new MemoryDemand(Resident.POOL_LIBRARY, MemoryUsage.UCODE_LIB, LIBRARY_BYTES, LIBRARY_ALIGNMENT));
        long microcode = image == ImageProfile.P230 ? MICROCODE_P230 : MICROCODE_P227;
        memory.place(new MemoryDemand(Resident.MICROCODE, MemoryUsage.UCODE_LIB, microcode - LIBRARY_BYTES, 0));
        for (EngineType engine : ImageAssembler.STAGING_ORDER) {
            memory.place(basePrograms(image, engine, sibling));
        }
        return new CoreResidents(request, constants, new StagedLibrary(library, LIBRARY_BYTES));
    }

    static ImageProfile imageProfile(RuntimeProfile profile, Arch arch) {
        return arch.compareTo(Arch.CAYMAN) >= 0 ? profile.caymanImages() : profile.sundaImages();
    }

    private static MemoryDemand basePrograms(ImageProfile profile, EngineType engine, int sibling) {
        long bytes = (long) baseProgramSlots(profile, engine, sibling) * Slot.BYTES;
        return switch (engine) {
            case PE -> new MemoryDemand(Resident.BASE_PROGRAM_PE, MemoryUsage.INSTR_PE, bytes, 0);
            case ACT -> new MemoryDemand(Resident.BASE_PROGRAM_ACT, MemoryUsage.INSTR_ACT, bytes, 0);
            case POOL -> new MemoryDemand(Resident.BASE_PROGRAM_POOL, MemoryUsage.INSTR_POOL, bytes, 0);
            case DVE -> new MemoryDemand(Resident.BASE_PROGRAM_DVE, MemoryUsage.INSTR_DVE, bytes, 0);
            case SP -> new MemoryDemand(Resident.BASE_PROGRAM_SP, MemoryUsage.INSTR_SP, bytes, 0);
        };
    }

    /** Slots of the program that an engine has before any model; of unknown content. Source: image-assembly.md §11.1. */
    static int baseProgramSlots(ImageProfile profile, EngineType engine, int sibling) {
        boolean p230 = profile == ImageProfile.P230;
        return switch (engine) {
            case PE -> p230 ? 27 : 25;
            case ACT, DVE -> p230 ? 21 : 19;
            case POOL -> p230 ? 27 : 22;
            case SP -> p230 ? (sibling == 0 ? 24 : 20) : 18;
        };
    }
}
