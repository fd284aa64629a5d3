package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.MemoryFaultException;
import io.nrt4j.hal.q7.LibrarySlot.Direction;
import io.nrt4j.hal.q7.Q7FaultException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The eight pool cores of one NeuronCore, with the libraries loaded into them. Plays the firmware's external-library
 * loader and its dispatch. Source: q7.md §5, §7.
 *
 * <p>All libraries are loaded to the same two regions of a core, so the memories hold the bytes of the last one; the
 * functions of the earlier ones stay callable until they are unloaded. Thread-safe.
 */
public final class Q7Cluster {
    /** Pool cores of one NeuronCore. */
    public static final int CORES = 8;

    /** Largest image that the firmware takes. */
    public static final int MAX_IMAGE = 0x10000;

    /** Local register {@code nx_rsvd_space0} of SUNDA's POOL: low half of the address of the table of functions. */
    public static final int TABLE_LOW = 0x83C;

    /** {@code nx_rsvd_space1}: the high half. */
    public static final int TABLE_HIGH = 0x840;

    /** {@code nx_rsvd_space2}: whether the table is valid. */
    public static final int TABLE_VALID = 0x844;

    private final AddressMap map;
    private final int neuronCore;
    private final List<Q7Core> cores;
    private final Map<Long, LibraryBinding> staged = new ConcurrentHashMap<>();
    private final Map<Long, List<FirmwareLibrary>> stagedTables = new ConcurrentHashMap<>();
    private volatile PoolFunctions functions = PoolFunctions.FIRMWARE;
    private volatile Optional<LibraryBinding> base = Optional.empty();
    private volatile List<Resident> residents = List.of();
    private volatile Consumer<String> deviceLog = line -> {};
    private int tableLow;
    private int tableHigh;

    private record Resident(int selector, long address, LibraryBinding binding) {}

    /**
     * A library that SUNDA's firmware links by itself.
     *
     * @param fileAddress device address of the file
     * @param image what becomes of it
     */
    public record FirmwareLibrary(long fileAddress, LibraryImage image) {}

    /** A function that an instruction leads to. */
    public record Target(KernelRow kernel, LibraryBinding library) {}

    /**
     * The cores of a NeuronCore, their memories zero.
     *
     * @throws IllegalArgumentException for an architecture without such cores
     */
    public Q7Cluster(AddressMap map, int neuronCore) {
        this.map = map;
        this.neuronCore = neuronCore;
        this.cores = IntStream.range(0, CORES)
                .mapToObj(i -> new Q7Core(map, neuronCore, i))
                .toList();
    }

    public List<Q7Core> cores() {
        return cores;
    }

    public Q7Core core(int index) {
        return cores.get(index);
    }

    /** The behaviours registered for this cluster. */
    public PoolFunctions functions() {
        return functions;
    }

    /** Registers behaviours, in the place of those registered before under the same keys. */
    public synchronized void register(PoolFunctions more) {
        functions = functions.and(more);
    }

    /** Receives the lines that the firmware prints; each begins with the core, such as {@code P0: }. */
    public void setDeviceLog(Consumer<String> log) {
        deviceLog = log;
    }

    /** Announces a library whose image lies in device memory, so that a slot may load it from there. */
    public void stage(long deviceAddress, LibraryBinding binding) {
        staged.put(deviceAddress, binding);
    }

    /** Forgets a library whose image is about to go; it is unloaded too. */
    public synchronized void unstage(long deviceAddress) {
        staged.remove(deviceAddress);
        residents = residents.stream().filter(r -> r.address() != deviceAddress).toList();
    }

    /** Sets the functions that the firmware has without any library; they are found last. */
    public void setBase(LibraryBinding binding) {
        base = Optional.of(binding);
    }

    /** Names of the loaded libraries, in the order in which they were loaded. */
    public List<String> loaded() {
        return residents.stream().map(r -> r.binding().name()).toList();
    }

    /** Back to the state after a reset: memories zero, nothing loaded. What is staged in device memory stays known. */
    public synchronized void reset() {
        cores.forEach(core -> {
            core.iram().close();
            core.dram().close();
        });
        residents = List.of();
    }

    /**
     * Executes a library slot (opcode 0x95).
     *
     * @param bus where the image is fetched from
     * @throws Q7FaultException as the firmware would stop
     */
    public void execute(LibrarySlot slot, Bus bus) {
        Direction direction = Direction.fromCode(slot.direction())
                .orElseThrow(() -> new Q7FaultException(
                        Kind.UNKNOWN_DIRECTION, "library slot with direction " + slot.direction()));
        switch (direction) {
            case LOAD -> load(slot, bus);
            case UNLOAD -> unload(slot.selector());
        }
    }

    /**
     * Announces a table of SUNDA's firmware and what the firmware makes of the files that it names.
     *
     * @param tableAddress device address of the table
     * @param libraries in the order in which they load; each file was announced with {@link #stage}
     */
    public void stageTable(long tableAddress, List<FirmwareLibrary> libraries) {
        stagedTables.put(tableAddress, List.copyOf(libraries));
    }

    /** Forgets a table that is about to go. */
    public void unstageTable(long tableAddress) {
        stagedTables.remove(tableAddress);
    }

    /**
     * Makes SUNDA's firmware load the libraries of a table, which it fetches and links on the device by itself. A table
     * that was not announced names none.
     *
     * @throws Q7FaultException as {@link #execute}
     */
    public synchronized void switchTable(long tableAddress) {
        for (FirmwareLibrary library : stagedTables.getOrDefault(tableAddress, List.of())) {
            checkRegions(library.image().header());
            place(0, library.fileAddress(), library.image());
        }
    }

    /**
     * Hears of a write to one of POOL's local registers; three of them tell SUNDA's firmware of a table. Source: q7.md
     * §5.6.
     *
     * @param offset offset from the local registers, bytes
     */
    public synchronized void registerWritten(int offset, int value) {
        switch (offset) {
            case TABLE_LOW -> tableLow = value;
            case TABLE_HIGH -> tableHigh = value;
            case TABLE_VALID -> {
                if (value != 0) {
                    switchTable((long) tableHigh << Integer.SIZE | Integer.toUnsignedLong(tableLow));
                }
            }
            default -> {}
        }
    }

    private synchronized void load(LibrarySlot slot, Bus bus) {
        checkSize(slot);
        place(slot.selector(), slot.deviceAddress(), fetch(slot.deviceAddress(), bus));
    }

    private LibraryImage fetch(long address, Bus bus) {
        try {
            ByteBuf head = fetch(bus, address, UcplHeader.SIZE);
            int codeOffset = UcplHeader.codeOffset(head);
            UcplHeader header = UcplHeader.decode(head);
            checkRegions(header);
            return new LibraryImage(
                    header,
                    fetch(bus, address + Integer.toUnsignedLong(codeOffset), header.codeLength()),
                    fetch(bus, address + Integer.toUnsignedLong(header.dataOffset()), header.dataLength()));
        } catch (MemoryFaultException e) {
            // The firmware prints a number of its own; the cause says what happened.
            throw new Q7FaultException(Kind.DMA_ERROR, "iDMA error: -1", e);
        }
    }

    private void place(int selector, long address, LibraryImage image) {
        if (image.header().startSymbol() == 0) {
            throw new Q7FaultException(Kind.INVALID_LIBRARY, "Corrupted prelink library; NULL start symbol");
        }
        LibraryBinding binding = staged.getOrDefault(
                address, LibraryBinding.onAllCores("0x" + Long.toHexString(address), Optional.empty()));
        if (binding.totalCpus() != 1 && binding.totalCpus() != CORES) {
            throw new Q7FaultException(
                    Kind.INVALID_CPU_COUNT, "entry.total_cpus == 1 || entry.total_cpus == NUM_POOL_CORES");
        }
        for (Q7Core core : running(binding)) {
            log(
                    core,
                    "LIB: codesize=%d@%s datasize=%d@%s"
                            .formatted(
                                    image.header().codeLength(),
                                    pointer(core.bounds().codeStart()),
                                    image.header().dataLength(),
                                    pointer(core.bounds().dataStart())));
            core.writeLocal(core.bounds().codeStart(), image.code());
            core.writeLocal(core.bounds().dataStart(), image.data());
            log(core, "Library loaded");
        }
        List<Resident> next = new ArrayList<>(residents);
        next.removeIf(r -> r.selector() == selector && r.address() == address);
        next.add(new Resident(selector, address, binding));
        residents = List.copyOf(next);
    }

    private synchronized void unload(int selector) {
        residents.stream()
                .filter(r -> r.selector() == selector)
                .forEach(r -> running(r.binding()).forEach(core -> log(core, "Library unloaded")));
        residents = residents.stream().filter(r -> r.selector() != selector).toList();
    }

    /**
     * The function that an instruction leads to: the first row for it in the library loaded last, then in those before
     * it, then in the firmware.
     *
     * @throws Q7FaultException of kind {@link Kind#UNKNOWN_OPCODE}
     */
    public Target resolve(PoolInstruction instruction) {
        List<Resident> loaded = residents;
        for (int i = loaded.size() - 1; i >= 0; i--) {
            Optional<Target> target = find(loaded.get(i).binding(), instruction);
            if (target.isPresent()) {
                return target.get();
            }
        }
        return base.flatMap(b -> find(b, instruction)).orElseThrow(() -> unknown(instruction));
    }

    /**
     * Executes an instruction that a library function serves.
     *
     * @param slot the 64 bytes at the reader index, which does not move
     * @throws Q7FaultException of kind {@link Kind#UNKNOWN_OPCODE}, or {@link Kind#NOT_EMULATED} where no behaviour is
     *     registered for the function
     */
    public void dispatch(ByteBuf slot, Bus bus) {
        PoolInstruction instruction = PoolInstruction.of(slot);
        Target target = resolve(instruction);
        PoolFunction function = functions
                .find(instruction.opcode(), instruction.specialization())
                .orElseThrow(() -> new Q7FaultException(
                        Kind.NOT_EMULATED,
                        "opcode 0x%02x specialization %d is Xtensa code at %s of library %s: not emulated"
                                .formatted(
                                        instruction.opcode(),
                                        instruction.specialization(),
                                        pointer(target.kernel().address()),
                                        target.library().name())));
        function.run(new PoolCall(
                slot.slice(slot.readerIndex(), LibrarySlot.SIZE).asReadOnly(),
                target.kernel(),
                target.library().name(),
                target.library().totalCpus(),
                map,
                neuronCore,
                bus));
    }

    private void checkSize(LibrarySlot slot) {
        if (slot.imageSize() == 0) {
            cores.forEach(core ->
                    log(core, "library_size not set, defaulting to data_scratch_size for backward compatibility"));
        }
        if (Integer.compareUnsigned(slot.imageSize(), MAX_IMAGE) > 0) {
            throw new Q7FaultException(
                    Kind.INVALID_LIBRARY,
                    "Invalid library_size: %s (max: %d)"
                            .formatted(Integer.toUnsignedString(slot.imageSize()), MAX_IMAGE));
        }
    }

    private void checkRegions(UcplHeader header) {
        MemoryBounds bounds = cores.get(0).bounds();
        if (Integer.compareUnsigned(header.codeLength(), bounds.codeSize()) > 0
                || Integer.compareUnsigned(header.dataLength(), bounds.dataSize()) > 0) {
            throw new Q7FaultException(Kind.INVALID_LIBRARY, "Failed to allocate memory for library");
        }
    }

    private List<Q7Core> running(LibraryBinding binding) {
        return binding.totalCpus() == 1
                ? cores.stream().filter(c -> c.index() == binding.cpuId()).toList()
                : cores;
    }

    private void log(Q7Core core, String line) {
        deviceLog.accept("P" + core.index() + ": " + line);
    }

    private static ByteBuf fetch(Bus bus, long address, int length) {
        byte[] bytes = new byte[length];
        bus.read(address, bytes, 0, length);
        return Unpooled.wrappedBuffer(bytes);
    }

    private static Optional<Target> find(LibraryBinding library, PoolInstruction instruction) {
        return library.kernelTable()
                .flatMap(table -> table.find(instruction.opcode(), instruction.specialization()))
                .map(kernel -> new Target(kernel, library));
    }

    private static Q7FaultException unknown(PoolInstruction instruction) {
        return new Q7FaultException(
                Kind.UNKNOWN_OPCODE,
                instruction.opcode() == PoolInstruction.EXTENDED
                        ? "UNKNOWN EXTENDED OPCODE=" + instruction.specialization()
                        : "UNKNOWN OPCODE=0x" + Integer.toHexString(instruction.opcode()));
    }

    private static String pointer(long address) {
        return "0x" + Long.toHexString(address);
    }
}
