package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.FirmwareCore;
import io.nrt4j.hal.Stepping;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.q7.BaseImages;
import io.nrt4j.hal.q7.LibraryBinding;
import io.nrt4j.hal.q7.LibraryImage;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.hal.q7.MemoryHandles;
import io.nrt4j.hal.q7.Q7Cluster;
import io.nrt4j.hal.q7.Q7Core;
import io.nrt4j.hal.q7.UcodeContext;
import io.nrt4j.hal.q7.UcodeCore;
import io.nrt4j.hal.q7.UcodeException;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.image.StagedLibrary;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code nrt_init} does with the pool cores of one NeuronCore: firmware, claim, the runtime's own library. Source:
 * q7.md §3.9, §4.3, §5.2.
 *
 * <p>The firmware itself is nothing but its boot sentinel. Its functions are those of the base library, which also
 * serve images that load no library.
 */
public final class CoreUcode implements AutoCloseable {
    private static final LogMessage NOT_CREATED =
            LogMessage.error("TDRV", "ucode_ll_create", "ucode_lib_ll_create failed, error: %u");
    private static final LogMessage NOT_BOOTED =
            LogMessage.error("TDRV", "ucode_core_boot", "Failed to boot q7 core on ucode, error: %u");

    private final Q7Cluster cluster;
    private final List<UcodeCore> cores;
    private final long libraryAddress;

    private CoreUcode(Q7Cluster cluster, List<UcodeCore> cores, long libraryAddress) {
        this.cluster = cluster;
        this.cores = cores;
        this.libraryAddress = libraryAddress;
    }

    /**
     * Boots the pool cores of a NeuronCore and puts the runtime's own library where the images expect it.
     *
     * <p>The library is the one that the resolver chooses, if its image has the size that the images name; else a
     * stand-in of that size, as other versions of the runtime have other builds of it.
     *
     * @param library the place of the image in device memory, already allocated
     * @param nlog also gets the lines of {@link #close}
     * @throws LoadException with {@link NrtStatus#NRT_FAILURE} if the provider has no library or a core does not boot
     */
    public static CoreUcode boot(
            Device device, int neuronCore, StagedLibrary library, UcodeOptions options, Nlog nlog) {
        Q7Cluster cluster = device.core(neuronCore).q7().orElseThrow();
        List<UcodeCore> cores = new ArrayList<>();
        try {
            claim(device.arch(), cluster, cores, nlog);
            install(device, cluster, library, options, nlog);
            return new CoreUcode(cluster, cores, library.address());
        } catch (RuntimeException e) {
            cores.forEach(UcodeCore::close);
            throw e;
        }
    }

    /** Gives the cores back and forgets the library. */
    @Override
    public void close() {
        cluster.unstage(libraryAddress);
        cores.forEach(UcodeCore::close);
    }

    /** Adds every core to {@code claimed} before it is asked, so that it is given back whatever comes. */
    private static void claim(Arch arch, Q7Cluster cluster, List<UcodeCore> claimed, Nlog nlog) {
        ByteBuf dram = Unpooled.buffer(Integer.BYTES).writeIntLE(UcodeCore.WAITING);
        new BaseImages(Unpooled.EMPTY_BUFFER, dram).install(BaseImages.POOLING, arch, cluster);
        UcodeContext context =
                UcodeContext.create(UcodeContext.API_LEVEL, MemoryHandles.DETACHED, ProviderLog.to(nlog));
        for (Q7Core core : cluster.cores()) {
            UcodeCore ucodeCore = new UcodeCore(context, core);
            claimed.add(ucodeCore);
            try {
                ucodeCore.onBooted();
            } catch (UcodeException e) {
                throw nlog.fail(
                        NrtStatus.NRT_FAILURE,
                        LoadStage.UCODE,
                        NOT_BOOTED,
                        e.status().code());
            }
        }
    }

    private static void install(
            Device device, Q7Cluster cluster, StagedLibrary library, UcodeOptions options, Nlog nlog) {
        int selector =
                device.arch() == Arch.SUNDA ? 0 : (int) options.resolver().selectorFor(0);
        PrelinkedLibrary base = baseLibrary(device.arch(), selector, options, nlog);
        String name = "EXTISA_" + selector;
        cluster.setBase(LibraryBinding.onAllCores(name, base.kernelTable()));
        if (device.arch() != Arch.SUNDA) {
            PrelinkedLibrary fitting = base.image().size() == library.size() ? base : standIn(library.size(), nlog);
            write(device, library.address(), fitting.image());
            cluster.stage(library.address(), LibraryBinding.onAllCores(name, fitting.kernelTable()));
        }
    }

    private static PrelinkedLibrary baseLibrary(Arch arch, int selector, UcodeOptions options, Nlog nlog) {
        int coreType = stepping(arch).coreType(FirmwareCore.Q7_POOL);
        try {
            ByteBuf elf =
                    options.provider().get(coreType, options.flavor(), selector).elf();
            return UcodePlan.prelink(elf, MemoryBounds.of(arch), nlog);
        } catch (UcodeException e) {
            throw nlog.fail(
                    NrtStatus.NRT_FAILURE,
                    LoadStage.UCODE,
                    NOT_CREATED,
                    e.status().code());
        }
    }

    private static PrelinkedLibrary standIn(int imageSize, Nlog nlog) {
        ByteBuf elf = Unpooled.wrappedBuffer(SyntheticExtIsa.baseOfSize(imageSize));
        return UcodePlan.prelink(elf, MemoryBounds.CAYMAN, nlog);
    }

    private static void write(Device device, long address, LibraryImage image) {
        for (LibraryImage.Write write : image.writes()) {
            byte[] bytes = ByteBufUtil.getBytes(write.bytes());
            device.bus().write(address + write.offset(), bytes, 0, bytes.length);
        }
    }

    private static Stepping stepping(Arch arch) {
        return switch (arch) {
            case TONGA -> throw new IllegalArgumentException("tonga has no Q7 cores");
            case SUNDA -> Stepping.SUNDA;
            case CAYMAN -> Stepping.CAYMAN;
            case MARIANA -> Stepping.MARIANA;
        };
    }
}
