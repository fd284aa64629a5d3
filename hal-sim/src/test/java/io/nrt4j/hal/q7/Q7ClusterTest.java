package io.nrt4j.hal.q7;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.q7.Q7FaultException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Q7ClusterTest {
    private static final String CODE = "36410024";
    private static final String DATA = "4041424344454647";

    private final Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT);
    private final Q7Cluster cluster = device.core(0).q7().orElseThrow();
    private final long first = device.addressMap().hbm(0) + 0x1000;
    private final long second = device.addressMap().hbm(0) + 0x2000;

    @AfterEach
    void close() {
        device.close();
    }

    /** Addresses: q7.md §5.1, its cross-check. */
    @Test
    void aLoadedLibraryIsInAllEightCores() {
        stage(first, library("lib", 8));
        cluster.execute(LibrarySlot.load(first, 0, 0x100), device.bus());
        for (int core = 0; core < 8; core++) {
            long iram = device.addressMap().tpb(0) + 0x803100000L + core * 0x100000L;
            assertThat(bus(iram + 0x18000, 4)).isEqualTo(CODE);
            assertThat(bus(iram + 0x80000 + 0x3E000, 8)).isEqualTo(DATA);
            assertThat(ByteBufUtil.hexDump(cluster.core(core).readLocal(0x18000, 4)))
                    .isEqualTo(CODE);
            assertThat(ByteBufUtil.hexDump(cluster.core(core).readLocal(0xBE000, 8)))
                    .isEqualTo(DATA);
        }
        assertThat(device.core(1).q7().orElseThrow().core(0).readLocal(0x18000, 4))
                .containsOnly(0);
    }

    /** q7.md §5.1: the regions of SUNDA, and the stride of its cores. */
    @Test
    void sundaCoresLieCloser() {
        try (Device sunda = new Device(Arch.SUNDA, 0, DeviceOptions.DEFAULT)) {
            Q7Cluster q7 = sunda.core(1).q7().orElseThrow();
            long image = sunda.addressMap().hbm(0);
            write(sunda, image, header(1), CODE, DATA);
            q7.stage(image, LibraryBinding.onAllCores("lib", Optional.empty()));
            q7.execute(LibrarySlot.load(image, 0, 0x100), sunda.bus());
            long iram = sunda.addressMap().tpb(1) + 0x2980000 + 7 * 0x20000;
            byte[] bytes = new byte[4];
            sunda.bus().read(iram + 0x5500, bytes, 0, 4);
            assertThat(ByteBufUtil.hexDump(bytes)).isEqualTo(CODE);
            sunda.bus().read(iram + 0x10000 + 0xE000, bytes, 0, 4);
            assertThat(ByteBufUtil.hexDump(bytes)).isEqualTo(DATA.substring(0, 8));
        }
    }

    @Test
    void tongaHasNoPoolCores() {
        try (Device tonga = new Device(Arch.TONGA, 0, DeviceOptions.DEFAULT)) {
            assertThat(tonga.core(0).q7()).isEmpty();
        }
    }

    @Test
    void aLibraryForOneCoreIsInThatCoreOnly() {
        stage(first, library("lib", 1));
        cluster.execute(LibrarySlot.load(first, 0, 0x100), device.bus());
        assertThat(ByteBufUtil.hexDump(cluster.core(0).readLocal(0x18000, 4))).isEqualTo(CODE);
        assertThat(cluster.core(1).readLocal(0x18000, 4)).containsOnly(0);
    }

    /** Lines: q7.md §7.1. */
    @Test
    void everyCorePrintsWhatItLoads() {
        List<String> lines = new ArrayList<>();
        cluster.setDeviceLog(lines::add);
        stage(first, library("lib", 1));
        cluster.execute(LibrarySlot.load(first, 0, 0x100), device.bus());
        cluster.execute(LibrarySlot.unload(0), device.bus());
        assertThat(lines)
                .containsExactly(
                        "P0: LIB: codesize=4@0x18000 datasize=8@0xbe000", "P0: Library loaded", "P0: Library unloaded");
        cluster.execute(LibrarySlot.load(first, 0, 0), device.bus());
        assertThat(lines)
                .contains("P7: library_size not set, defaulting to data_scratch_size for backward compatibility");
    }

    /** The firmware scans from the first row on: q7.md §6.3. */
    @Test
    void theFirstOfTwoRowsWins() {
        KernelTable table = new KernelTable(
                0xBE000, List.of(KernelRow.of(0xF0, 4, 1), KernelRow.of(0xF0, 3, 2), KernelRow.of(0xF0, 4, 3)));
        assertThat(table.find(0xF0, 4)).contains(KernelRow.of(0xF0, 4, 1));
        assertThat(table.find(0xF0, 3)).contains(KernelRow.of(0xF0, 3, 2));
        assertThat(table.find(0x41, 0)).isEmpty();
    }

    /** Row bytes: q7.md §6.1, idx 9. */
    @Test
    void rowsAreEightBytes() {
        ByteBuf row = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump("000004f0a8370001"));
        assertThat(KernelRow.decode(row)).isEqualTo(KernelRow.of(0xF0, 4, 0x0100_37A8));
        ByteBuf out = Unpooled.buffer();
        KernelRow.of(0xF0, 4, 0x0100_37A8).encode(out);
        assertThat(ByteBufUtil.hexDump(out)).isEqualTo("000004f0a8370001");
    }

    @Test
    void aRowWithRubbishInItsLowBytesIsNeverFound() {
        ByteBuf row = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump("010004f0a8370001"));
        assertThat(KernelTable.decode(0, row, 1).find(0xF0, 4)).isEmpty();
    }

    /** Texts: q7.md §6.3. */
    @Test
    void unknownOpcodesAreNamed() {
        stage(first, library("lib", 8));
        cluster.execute(LibrarySlot.load(first, 0, 0x100), device.bus());
        assertThat(cluster.resolve(new PoolInstruction(0x7E, 0)).kernel().address())
                .isEqualTo(0x18000);
        assertThat(cluster.resolve(new PoolInstruction(0xF0, 7)).kernel().address())
                .isEqualTo(0x18020);
        assertFault(
                Kind.UNKNOWN_OPCODE, "UNKNOWN EXTENDED OPCODE=0", () -> cluster.resolve(new PoolInstruction(0xF0, 0)));
        assertFault(Kind.UNKNOWN_OPCODE, "UNKNOWN OPCODE=0x41", () -> cluster.resolve(new PoolInstruction(0x41, 0)));
    }

    @Test
    void onlyExtendedInstructionsHaveASpecialization() {
        assertThat(PoolInstruction.of(ProviderObjectsTest.slot(0x7E, 9))).isEqualTo(new PoolInstruction(0x7E, 0));
        assertThat(PoolInstruction.of(ProviderObjectsTest.slot(0xF0, 9))).isEqualTo(new PoolInstruction(0xF0, 9));
    }

    @Test
    void theLibraryLoadedLastIsAskedFirst() {
        stage(first, library("first", 8));
        stage(second, library("second", 8));
        cluster.setBase(library("base", 8));
        assertThat(cluster.resolve(new PoolInstruction(0x7E, 0)).library().name())
                .isEqualTo("base");
        cluster.execute(LibrarySlot.load(first, 0, 0x100), device.bus());
        cluster.execute(LibrarySlot.load(second, 4, 0x100), device.bus());
        assertThat(cluster.loaded()).containsExactly("first", "second");
        assertThat(cluster.resolve(new PoolInstruction(0x7E, 0)).library().name())
                .isEqualTo("second");
        cluster.execute(LibrarySlot.load(first, 0, 0x100), device.bus());
        assertThat(cluster.loaded()).containsExactly("second", "first");
        cluster.execute(LibrarySlot.unload(0), device.bus());
        assertThat(cluster.loaded()).containsExactly("second");
        cluster.unstage(second);
        assertThat(cluster.resolve(new PoolInstruction(0x7E, 0)).library().name())
                .isEqualTo("base");
    }

    @Test
    void nativeCodeIsANamedFaultUntilABehaviourIsRegistered() {
        stage(first, library("lib.so", 8));
        cluster.execute(LibrarySlot.load(first, 0, 0x100), device.bus());
        ByteBuf slot = ProviderObjectsTest.slot(0xF0, 7);
        assertFault(
                Kind.NOT_EMULATED,
                "opcode 0xf0 specialization 7 is Xtensa code at 0x18020 of library lib.so: not emulated",
                () -> cluster.dispatch(slot, device.bus()));
        List<PoolCall> calls = new ArrayList<>();
        cluster.register(PoolFunctions.none().with(0xF0, 7, calls::add));
        cluster.dispatch(slot, device.bus());
        assertThat(calls).singleElement().satisfies(call -> {
            assertThat(call.library()).isEqualTo("lib.so");
            assertThat(call.cpuCount()).isEqualTo(8);
            assertThat(call.kernel()).isEqualTo(KernelRow.of(0xF0, 7, 0x18020));
            assertThat(call.slot().readableBytes()).isEqualTo(64);
            assertThat(call.slot().isReadOnly()).isTrue();
            assertThat(call.stateBuffer(3, 16)).isEqualTo(device.addressMap().sbuf(0, 3, 16));
        });
    }

    @Test
    void aRegisteredFunctionNeedsARowInALoadedLibrary() {
        cluster.register(PoolFunctions.none().with(0xF0, 7, call -> {
            throw new AssertionError("called");
        }));
        assertFault(
                Kind.UNKNOWN_OPCODE,
                "UNKNOWN EXTENDED OPCODE=7",
                () -> cluster.dispatch(ProviderObjectsTest.slot(0xF0, 7), device.bus()));
    }

    /** ExtendedInstEngineNop: q7.md §7.2. */
    @Test
    void theExtendedNopDoesNothing() {
        cluster.setBase(LibraryBinding.onAllCores(
                "base", Optional.of(new KernelTable(0, List.of(KernelRow.of(0xF0, 0, 0x1B370))))));
        cluster.dispatch(ProviderObjectsTest.slot(0xF0, 0), device.bus());
        assertThat(cluster.functions().find(0xF0, 1)).isEmpty();
    }

    @Test
    void imagesAreCheckedAsTheFirmwareDoes() {
        stage(first, library("lib", 8));
        assertFault(
                Kind.INVALID_LIBRARY,
                "Invalid library_size: 65537 (max: 65536)",
                () -> cluster.execute(LibrarySlot.load(first, 0, 0x10001), device.bus()));
        assertFault(
                Kind.INVALID_LIBRARY,
                "Invalid library_size: 4294967295 (max: 65536)",
                () -> cluster.execute(LibrarySlot.load(first, 0, -1), device.bus()));
        write(device, second, header(0), CODE, DATA);
        assertFault(
                Kind.INVALID_LIBRARY,
                "Corrupted prelink library; NULL start symbol",
                () -> cluster.execute(LibrarySlot.load(second, 0, 0x100), device.bus()));
        assertFault(
                Kind.DMA_ERROR,
                "iDMA error: -1",
                () -> cluster.execute(LibrarySlot.load(0x7FFF_FFFF_FFFF_0000L, 0, 0x100), device.bus()));
        assertFault(
                Kind.UNKNOWN_DIRECTION,
                "library slot with direction 3",
                () -> cluster.execute(new LibrarySlot(3, 0xFF, first, 0, 0x100), device.bus()));
        stage(second, library("lib", 2));
        assertFault(
                Kind.INVALID_CPU_COUNT,
                "entry.total_cpus == 1 || entry.total_cpus == NUM_POOL_CORES",
                () -> cluster.execute(LibrarySlot.load(second, 0, 0x100), device.bus()));
        assertThat(cluster.loaded()).isEmpty();
    }

    /** No write outside the two regions, however wrong the header. */
    @ParameterizedTest
    @CsvSource({"0x8004, 8", "4, 0x2004", "-4, 8", "4, -4"})
    void oversizedPartsAreRefused(String codeLength, String dataLength) {
        UcplHeader header =
                new UcplHeader(Integer.decode(codeLength), 0x40, Integer.decode(dataLength), 0x18000, 0x18000, 0x18000);
        write(device, first, header, CODE, DATA);
        assertFault(
                Kind.INVALID_LIBRARY,
                "Failed to allocate memory for library",
                () -> cluster.execute(LibrarySlot.load(first, 0, 0x100), device.bus()));
    }

    @Test
    void aResetEmptiesMemoriesAndUnloads() {
        stage(first, library("lib", 8));
        cluster.execute(LibrarySlot.load(first, 0, 0x100), device.bus());
        device.resetCore(0);
        assertThat(cluster.loaded()).isEmpty();
        assertThat(cluster.core(7).readLocal(0x18000, 4)).containsOnly(0);
    }

    /** q7.md §5.2. */
    @Test
    void baseImagesArePaddedWithZeros() {
        cluster.core(3).dram().writeInt(cluster.core(3).dram().base() + 0x1000, 7);
        BaseImages images = new BaseImages(hex("0102030405060708"), hex("34cb9960"));
        images.install(BaseImages.POOLING, Arch.CAYMAN, cluster);
        for (Q7Core core : cluster.cores()) {
            assertThat(ByteBufUtil.hexDump(core.readLocal(0, 12))).isEqualTo("010203040506070800000000");
            assertThat(core.dram().readInt(core.dram().base())).isEqualTo(UcodeCore.WAITING);
            assertThat(core.readLocal(0x81000, 4)).containsOnly(0);
        }
    }

    @Test
    void baseImagesAreChecked() {
        BaseImages images = new BaseImages(Unpooled.EMPTY_BUFFER, Unpooled.EMPTY_BUFFER);
        assertFault(
                Kind.INVALID_BASE_IMAGE,
                "Invalid q7 owner 1 for v2 (only pooling supported)",
                () -> images.install(1, Arch.SUNDA, cluster));
        assertFault(Kind.INVALID_BASE_IMAGE, "Invalid q7 owner 2", () -> images.install(2, Arch.CAYMAN, cluster));
        assertFault(
                Kind.INVALID_BASE_IMAGE,
                "the Q7 cores of the collectives cluster are not emulated",
                () -> images.install(1, Arch.CAYMAN, cluster));
        ByteBuf large = Unpooled.wrappedBuffer(new byte[0x20001]);
        assertFault(
                Kind.INVALID_BASE_IMAGE,
                "IRAM ucode too big! doesn't fit, size=131073",
                () -> new BaseImages(large, large).install(0, Arch.CAYMAN, cluster));
        assertFault(
                Kind.INVALID_BASE_IMAGE,
                "DRAM ucode too big! doesn't fit, size=131073",
                () -> new BaseImages(hex("00"), large).install(0, Arch.SUNDA, cluster));
    }

    private void stage(long address, LibraryBinding binding) {
        write(device, address, header(1), CODE, DATA);
        cluster.stage(address, binding);
    }

    private static LibraryBinding library(String name, int totalCpus) {
        KernelTable table =
                new KernelTable(0xBE000, List.of(KernelRow.of(0x7E, 0, 0x18000), KernelRow.of(0xF0, 7, 0x18020)));
        return new LibraryBinding(name, Optional.of(table), totalCpus, 0);
    }

    private static UcplHeader header(int startSymbol) {
        return UcplHeader.of(4, 8, 0x18000, 0x18000, startSymbol);
    }

    private static void write(Device device, long address, UcplHeader header, String code, String data) {
        new LibraryImage(header, hex(code), hex(data)).writes().forEach(write -> {
            byte[] bytes = ByteBufUtil.getBytes(write.bytes());
            device.bus().write(address + write.offset(), bytes, 0, bytes.length);
        });
    }

    private String bus(long address, int length) {
        byte[] bytes = new byte[length];
        device.bus().read(address, bytes, 0, length);
        return ByteBufUtil.hexDump(bytes);
    }

    private static ByteBuf hex(String digits) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(digits));
    }

    private static void assertFault(Kind kind, String message, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        Q7FaultException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessage(message);
    }
}
