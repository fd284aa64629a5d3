package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.dma.DmaRegisters;
import io.nrt4j.hal.dma.DmaSide;
import io.nrt4j.hal.dma.QueueRegister;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.DeviceAllocation;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.q7.KernelRow;
import io.nrt4j.hal.q7.KernelTable;
import io.nrt4j.hal.q7.LibraryBinding;
import io.nrt4j.hal.q7.LibrarySlot;
import io.nrt4j.hal.q7.LoadSequence;
import io.nrt4j.hal.q7.LoadableLibrary;
import io.nrt4j.hal.q7.MemoryHandles;
import io.nrt4j.hal.q7.Q7Cluster;
import io.nrt4j.hal.q7.Q7Cluster.FirmwareLibrary;
import io.nrt4j.hal.q7.UcodeContext;
import io.nrt4j.hal.q7.UcodeCore;
import io.nrt4j.hal.q7.UcodeException;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.ucode.SundaLibraryTable.CustomOperatorQueue;
import io.nrt4j.loader.ucode.SundaLibraryTable.StagedFile;
import io.nrt4j.loader.variable.StagingAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Puts the libraries of a graph into device memory: {@code ucode_stage_libs} on SUNDA, one {@code nrtucode_ll_create}
 * per library elsewhere. Source: q7.md §3.9, §5.3, §5.6.
 *
 * <p>A load calls {@link UcodeLibraries#step} while it parses, {@link UcodePlan#of} and {@link #stage} before it
 * assembles the images, and {@link StagedUcode#install} at the end. Everything belongs to the scope of the load.
 */
public final class UcodeStager {
    /** {@code kbl_model_add}'s step, for the line behind a failure. */
    public static final String STEP = "ucode_stage_libs";

    private static final LogMessage TOO_MANY = LogMessage.error("TDRV", STEP, "Exceeded max number of GPSIMD libs");
    private static final LogMessage CPUS_UNSET =
            LogMessage.warn("TDRV", STEP, "UCode Library %s does not say on how many cpus it runs, taking all %u");
    private static final LogMessage NOT_CREATED =
            LogMessage.error("TDRV", "ucode_ll_create", "ucode_lib_ll_create failed, error: %u");

    private static final int MAX_LIBRARIES = 9;
    private static final int FIRST_CORE = 0;

    /** The DMA queue that is nobody's on any engine; which ones the real runtime takes is not known. */
    private static final int CUSTOM_OPERATOR_QUEUE = 15;

    private final StagingAllocator allocator;
    private final Device device;
    private final int neuronCore;
    private final Nlog nlog;

    private UcodeStager(StagingAllocator allocator, int neuronCore) {
        this.allocator = allocator;
        this.device = allocator.device();
        this.neuronCore = neuronCore;
        this.nlog = allocator.nlog();
    }

    /**
     * Stages the libraries of a graph.
     *
     * <p>A graph without libraries of its own needs nothing: on SUNDA the default library is part of what the runtime
     * keeps on every core.
     *
     * @param allocator memory in the scope of the load; rolling it back also makes the pool cores forget the libraries
     * @param neuronCore the physical core of the graph
     * @throws LoadException as the real functions return, see q7.md §3.9 and §5.6; {@link NrtStatus#NRT_RESOURCE} for
     *     a full memory
     */
    public static StagedUcode stage(UcodePlan plan, StagingAllocator allocator, int neuronCore) {
        UcodeStager stager = new UcodeStager(allocator, neuronCore);
        if (plan.arch() == Arch.SUNDA) {
            return stager.stageFiles(plan);
        }
        return plan.libraries().isEmpty() ? StagedUcode.none() : stager.stageImages(plan);
    }

    private StagedUcode stageFiles(UcodePlan plan) {
        if (plan.libraries().size() > MAX_LIBRARIES) {
            throw nlog.fail(NrtStatus.NRT_FAILURE, LoadStage.UCODE, TOO_MANY);
        }
        if (!plan.hasCustomOperators()) {
            return StagedUcode.none();
        }
        long size = plan.libraries().stream()
                .mapToLong(e -> e.library().content().readableBytes())
                .sum();
        DeviceAllocation files = allocate(size, 0, "lib_dmem");
        DeviceAllocation table = allocate(SundaLibraryTable.SIZE, 0, "ucode_table");
        List<StagedFile> staged = new ArrayList<>();
        List<FirmwareLibrary> linked = new ArrayList<>();
        long address = files.address();
        for (UcodePlan.Entry entry : plan.libraries()) {
            UcodeLibrary library = entry.library();
            files.memory().write(address, library.content());
            int totalCpus = totalCpus(library);
            staged.add(new StagedFile(library, totalCpus, address));
            if (entry.prelinked().isPresent()) {
                PrelinkedLibrary prelinked = entry.prelinked().get();
                bind(address, library, totalCpus, Optional.of(withManifestRows(prelinked, library)));
                linked.add(new FirmwareLibrary(address, prelinked.image()));
            }
            address += library.content().readableBytes();
        }
        ByteBuf bytes = Unpooled.buffer(SundaLibraryTable.SIZE);
        SundaLibraryTable.of(staged, customOperatorQueues(), true, nlog).encode(bytes);
        table.memory().write(table.address(), bytes);
        cluster().stageTable(table.address(), linked);
        allocator.scope().own(() -> cluster().unstageTable(table.address()));
        return new StagedUcode(List.of(), OptionalLong.of(table.address()));
    }

    private StagedUcode stageImages(UcodePlan plan) {
        UcodeContext context = UcodeContext.create(UcodeContext.API_LEVEL, this::allocateImage, ProviderLog.to(nlog));
        try (UcodeCore core = new UcodeCore(context, cluster().core(FIRST_CORE))) {
            List<LibrarySlot> slots = new ArrayList<>();
            for (UcodePlan.Entry entry : plan.libraries()) {
                if (entry.prelinked().isPresent()) {
                    LoadableLibrary loadable = LoadableLibrary.create(
                            context, 0, Optional.of(entry.prelinked().get().image()));
                    loadable.rename(
                            "ND[%d]NC[%d].loadable_library[%d]".formatted(device.index(), neuronCore, slots.size()));
                    bind(
                            loadable.deviceAddress(),
                            entry.library(),
                            totalCpus(entry.library()),
                            entry.prelinked().get().kernelTable());
                    slots.add(loadSlot(loadable, core));
                }
            }
            return new StagedUcode(slots, OptionalLong.empty());
        } catch (UcodeException e) {
            throw nlog.fail(
                    NrtStatus.NRT_FAILURE,
                    LoadStage.UCODE,
                    NOT_CREATED,
                    e.status().code());
        }
    }

    private static LibrarySlot loadSlot(LoadableLibrary library, UcodeCore core) {
        ByteBuf bytes = Unpooled.buffer(LibrarySlot.SIZE);
        LoadSequence.load(library, core, 1, bytes);
        return LibrarySlot.decode(bytes);
    }

    /** Tells the pool cores what the file at an address is, until the load is rolled back or the model unloaded. */
    private void bind(long address, UcodeLibrary library, int totalCpus, Optional<KernelTable> kernelTable) {
        Q7Cluster cluster = cluster();
        cluster.stage(address, new LibraryBinding(library.name(), kernelTable, totalCpus, library.cpuId()));
        allocator.scope().own(() -> cluster.unstage(address));
    }

    /** A manifest may leave it open, the firmware takes only 1 and 8. Source: q7.md §7.1. */
    private int totalCpus(UcodeLibrary library) {
        if (library.totalCpus() != 0) {
            return library.totalCpus();
        }
        if (!library.builtIn()) {
            nlog.log(CPUS_UNSET, library.name(), Q7Cluster.CORES);
        }
        return Q7Cluster.CORES;
    }

    /** SUNDA's firmware finds functions by the table of the manifest's, so those count beside the file's own. */
    private static KernelTable withManifestRows(PrelinkedLibrary prelinked, UcodeLibrary library) {
        List<KernelRow> rows = new ArrayList<>();
        prelinked.kernelTable().ifPresent(table -> rows.addAll(table.rows()));
        long start = Integer.toUnsignedLong(prelinked.header().startSymbol());
        for (UcodeFunction function : library.functions()) {
            rows.add(KernelRow.of(function.opcode(), function.subOpcode(), start));
        }
        return new KernelTable(prelinked.kernelTable().map(KernelTable::address).orElse(0L), rows);
    }

    private List<CustomOperatorQueue> customOperatorQueues() {
        DmaRegisters registers = DmaRegisters.of(device.addressMap(), neuronCore);
        List<CustomOperatorQueue> queues = new ArrayList<>();
        for (int engine = 0; engine < SundaLibraryTable.QUEUES; engine++) {
            queues.add(new CustomOperatorQueue(
                    queueBlock(registers, engine, DmaSide.M2S), queueBlock(registers, engine, DmaSide.S2M)));
        }
        return queues;
    }

    private static long queueBlock(DmaRegisters registers, int engine, DmaSide side) {
        QueueRegister first = QueueRegister.CONFIG;
        return registers.register(engine, side, CUSTOM_OPERATOR_QUEUE, first) - first.offset(side);
    }

    private MemoryHandles.MemoryHandle allocateImage(long size, long alignment) {
        DeviceAllocation allocation = allocate(size, alignment, "tpb-%d-memhandle_device_malloc".formatted(neuronCore));
        return new MemoryHandles.MemoryHandle() {
            @Override
            public void write(long offset, ByteBuf source) {
                allocation.memory().write(allocation.address() + offset, source);
            }

            @Override
            public long socAddress() {
                return allocation.address();
            }

            /** The scope of the load gives it back. */
            @Override
            public void free() {}
        };
    }

    private DeviceAllocation allocate(long size, long alignment, String hint) {
        return allocator.allocate(
                LoadStage.UCODE, new AllocationRequest(neuronCore, MemoryUsage.UCODE_LIB, size, alignment, hint));
    }

    private Q7Cluster cluster() {
        return device.core(neuronCore).q7().orElseThrow();
    }
}
