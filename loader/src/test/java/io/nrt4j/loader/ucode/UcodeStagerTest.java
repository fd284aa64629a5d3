package io.nrt4j.loader.ucode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.AllocationSet;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.hal.q7.KernelRow;
import io.nrt4j.hal.q7.MemoryBounds;
import io.nrt4j.hal.q7.PoolFunctions;
import io.nrt4j.hal.q7.PoolInstruction;
import io.nrt4j.hal.q7.Q7Cluster;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.image.PoolLibraries;
import io.nrt4j.loader.image.StagedLibrary;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.MiniLibrary;
import io.nrt4j.loader.variable.OutOfMemoryReport;
import io.nrt4j.loader.variable.StagingAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Staging and installation: q7.md §3.9, §5.3 to §5.6; statuses of a failed prelink: q7.md §3.9, end. */
class UcodeStagerTest {
    private final Nlog nlog = Nlog.silent();
    private final List<Device> devices = new ArrayList<>();

    @AfterEach
    void close() {
        devices.forEach(Device::close);
    }

    @ParameterizedTest
    @EnumSource(names = {"CAYMAN", "MARIANA"})
    void afterALoadAllCoresHoldTheRelocatedBytes(Arch arch) {
        Device device = device(arch);
        StagedUcode staged = load(device, 1, UcodePlan.of(List.of(mini2(8)), arch, UcodeMode.PRELINK, nlog));
        PrelinkedLibrary expected = prelinked(MemoryBounds.CAYMAN);
        for (int q7 = 0; q7 < 8; q7++) {
            long core = device.addressMap().tpb(1) + 0x803100000L + q7 * 0x100000L;
            assertThat(read(device, core + 0x18000, 0x30)).isEqualTo(ByteBufUtil.hexDump(expected.code()));
            assertThat(read(device, core + 0x80000 + 0x3E000, 0x44)).isEqualTo(ByteBufUtil.hexDump(expected.data()));
        }
        Q7Cluster cluster = device.core(1).q7().orElseThrow();
        assertThat(cluster.resolve(new PoolInstruction(0x7E, 0)).kernel()).isEqualTo(KernelRow.of(0x7E, 0, 0x18000));
        assertThat(cluster.resolve(new PoolInstruction(0xF0, 7)).kernel()).isEqualTo(KernelRow.of(0xF0, 7, 0x18020));
        assertThat(device.core(0).q7().orElseThrow().loaded()).isEmpty();
        assertThat(staged.poolLibraries().table()).isEmpty();
    }

    @Test
    void theImageLiesInDeviceMemoryAtSixteenMebibytes() {
        Device device = device(Arch.CAYMAN);
        StagedUcode staged = load(device, 0, UcodePlan.of(List.of(mini2(8)), Arch.CAYMAN, UcodeMode.PRELINK, nlog));
        StagedLibrary library = staged.poolLibraries().images().get(0);
        assertThat(library.size()).isEqualTo(0xA4);
        assertThat(library.address() % 0x1000000).isZero();
        PrelinkedLibrary expected = prelinked(MemoryBounds.CAYMAN);
        assertThat(read(device, library.address(), 0x20))
                .isEqualTo("5543504c20000000300000006000000044000000008001002080010000800100");
        assertThat(read(device, library.address() + 0x20, 0x30)).isEqualTo(ByteBufUtil.hexDump(expected.code()));
        assertThat(read(device, library.address() + 0x50, 0x10)).isEqualTo("00".repeat(0x10));
        assertThat(read(device, library.address() + 0x60, 0x44)).isEqualTo(ByteBufUtil.hexDump(expected.data()));
    }

    @Test
    void librariesLoadInListOrder() {
        Device device = device(Arch.CAYMAN);
        List<UcodeLibrary> libraries =
                List.of(library("a.so", MiniLibrary.mini2(), 8), library("b.so", MiniLibrary.mini(), 1));
        StagedUcode staged = load(device, 0, UcodePlan.of(libraries, Arch.CAYMAN, UcodeMode.PRELINK, nlog));
        assertThat(staged.poolLibraries().images()).hasSize(2);
        assertThat(device.core(0).q7().orElseThrow().loaded()).containsExactly("a.so", "b.so");
    }

    @Test
    void anAbandonedLoadLeavesNothing() {
        Device device = device(Arch.CAYMAN);
        HeapUsage before = device.heap().usage();
        long channel = device.heap().available(0);
        try (AllocationScope scope = device.heap().open(AllocationOwner.model(1001, "m"))) {
            UcodeStager.stage(
                            UcodePlan.of(List.of(mini2(8)), Arch.CAYMAN, UcodeMode.PRELINK, nlog),
                            allocator(device, scope),
                            0)
                    .install(device, 0, PoolFunctions.none(), nlog);
            assertThat(device.heap().available(0)).isLessThan(channel);
        }
        assertThat(device.heap().available(0)).isEqualTo(channel);
        assertThat(device.heap().usage()).isEqualTo(before);
        assertThat(device.core(0).q7().orElseThrow().loaded()).isEmpty();
    }

    @Test
    void anUnloadedModelIsForgotten() {
        Device device = device(Arch.CAYMAN);
        AllocationSet memory;
        try (AllocationScope scope = device.heap().open(AllocationOwner.model(1001, "m"))) {
            UcodeStager.stage(
                            UcodePlan.of(List.of(mini2(8)), Arch.CAYMAN, UcodeMode.PRELINK, nlog),
                            allocator(device, scope),
                            0)
                    .install(device, 0, PoolFunctions.none(), nlog);
            memory = scope.commit();
        }
        assertThat(memory.usage().bytes(0, MemoryUsage.UCODE_LIB)).isEqualTo(0xA4);
        memory.close();
        assertThat(device.core(0).q7().orElseThrow().loaded()).isEmpty();
    }

    @Test
    void anUnsetCpuCountMeansAll() {
        Device device = device(Arch.CAYMAN);
        load(device, 0, UcodePlan.of(List.of(mini2(0)), Arch.CAYMAN, UcodeMode.PRELINK, nlog));
        assertThat(nlog.records())
                .filteredOn(r -> r.level() == LogLevel.WARN)
                .extracting(LogRecord::message)
                .containsExactly("UCode Library mini.so does not say on how many cpus it runs, taking all 8");
        assertThat(ByteBufUtil.hexDump(device.core(0).q7().orElseThrow().core(7).readLocal(0x18000, 3)))
                .isEqualTo("364100");
    }

    @Test
    void aRefusedLibraryFailsTheLoad() {
        byte[] broken = MiniLibrary.withOnlyRelocation(0x02000010, 50, 0);
        LoadException e = catchThrowableOfType(
                LoadException.class,
                () -> UcodePlan.of(List.of(library("x.so", broken, 8)), Arch.CAYMAN, UcodeMode.PRELINK, nlog));
        assertThat(e.status()).isEqualTo(NrtStatus.NRT_FAILURE);
        assertThat(e.stage()).isEqualTo(LoadStage.UCODE);
        assertThat(e.records())
                .extracting(LogRecord::message)
                .containsExactly("Unknown relocation type 50", "Failed prelink with status = 8");
    }

    @Test
    void aLibraryWithoutStartRoutineFailsTheLoad() {
        Device device = device(Arch.CAYMAN);
        byte[] file = MiniLibrary.mini2();
        Unpooled.wrappedBuffer(file).setIntLE(0x18, 0x01000000 - 0x18000);
        UcodePlan plan = UcodePlan.of(List.of(library("x.so", file, 8)), Arch.CAYMAN, UcodeMode.PRELINK, nlog);
        LoadException e = catchThrowableOfType(LoadException.class, () -> load(device, 0, plan));
        assertThat(e.status()).isEqualTo(NrtStatus.NRT_FAILURE);
        assertThat(e).hasMessage("Corrupted prelink library; NULL start symbol");
    }

    /** As libnrt: checked, then forgotten. q7.md §0.1. */
    @Test
    void faithfulModeStagesNothingOnCayman() {
        byte[] notEvenElf = {1, 2, 3};
        UcodePlan plan = UcodePlan.of(List.of(library("x.so", notEvenElf, 8)), Arch.CAYMAN, UcodeMode.FAITHFUL, nlog);
        assertThat(plan.libraries()).isEmpty();
        assertThat(load(device(Arch.CAYMAN), 0, plan).poolLibraries()).isEqualTo(PoolLibraries.NONE);
    }

    @Test
    void sundaStagesTheFilesAndATable() {
        Device device = device(Arch.SUNDA);
        StagedUcode staged = load(device, 1, sundaPlan(UcodeMode.PRELINK, mini2(0)));
        assertThat(staged.poolLibraries().images()).isEmpty();
        long table = staged.poolLibraries().table().orElseThrow();
        byte[] bytes = new byte[SundaLibraryTable.SIZE];
        device.bus().read(table, bytes, 0, bytes.length);
        ByteBuf rows = Unpooled.wrappedBuffer(bytes);
        int customRow = 0x90 + 17 * 280;
        assertThat(rows.getUnsignedByte(0x91)).isEqualTo((short) 65);
        assertThat(rows.getUnsignedByte(0x94)).isEqualTo((short) 8);
        assertThat(ByteBufUtil.hexDump(rows, customRow, 5)).isEqualTo("017e000008");
        assertThat(ByteBufUtil.hexDump(rows, customRow + 280, 5)).isEqualTo("01f0070008");
        assertThat(rows.getByte(customRow + 2 * 280)).isZero();
        long file = rows.getLongLE(customRow + 0x10);
        assertThat(read(device, file, 1076)).isEqualTo(ByteBufUtil.hexDump(MiniLibrary.mini2()));
        assertThat(rows.getLongLE(0x90 + 0x10)).isEqualTo(file - 0xD308);
    }

    @Test
    void sundaCoresHoldWhatTheFirmwareWouldLink() {
        Device device = device(Arch.SUNDA);
        load(device, 1, sundaPlan(UcodeMode.PRELINK, mini2(8)));
        PrelinkedLibrary expected = prelinked(MemoryBounds.SUNDA);
        for (int q7 = 0; q7 < 8; q7++) {
            long core = device.addressMap().tpb(1) + 0x2980000 + q7 * 0x20000L;
            assertThat(read(device, core + 0x5500, 0x30)).isEqualTo(ByteBufUtil.hexDump(expected.code()));
            assertThat(read(device, core + 0x10000 + 0xE000, 0x44)).isEqualTo(ByteBufUtil.hexDump(expected.data()));
        }
    }

    /** v2's custom operators have no row in a kernel table, only in the manifest. */
    @Test
    void sundaFindsFunctionsOfTheManifest() {
        Device device = device(Arch.SUNDA);
        UcodeLibrary library = new UcodeLibrary(
                "op.so",
                Unpooled.wrappedBuffer(MiniLibrary.mini()),
                0,
                0,
                8,
                List.of(new UcodeFunction("op", 0x85, 3)),
                false);
        load(device, 0, sundaPlan(UcodeMode.PRELINK, library));
        assertThat(device.core(0)
                        .q7()
                        .orElseThrow()
                        .resolve(new PoolInstruction(0x85, 3))
                        .library()
                        .name())
                .isEqualTo("op.so");
    }

    @Test
    void faithfulModeStagesFilesOnSundaAndLoadsNothing() {
        Device device = device(Arch.SUNDA);
        StagedUcode staged = load(device, 0, sundaPlan(UcodeMode.FAITHFUL, mini2(8)));
        assertThat(staged.poolLibraries().table()).isPresent();
        assertThat(device.core(0).q7().orElseThrow().loaded()).isEmpty();
    }

    @Test
    void theDefaultLibraryAloneNeedsNothing() {
        Device device = device(Arch.SUNDA);
        UcodePlan plan = UcodePlan.of(
                List.of(DefaultLibrary.read(UcodeOptions.defaults(), nlog)), Arch.SUNDA, UcodeMode.PRELINK, nlog);
        assertThat(plan.hasCustomOperators()).isFalse();
        assertThat(load(device, 0, plan).poolLibraries().table()).isEmpty();
    }

    @Test
    void atMostNineLibraries() {
        Device device = device(Arch.SUNDA);
        UcodeLibrary[] eight = IntStream.range(0, 8)
                .mapToObj(i -> new UcodeLibrary(
                        i + ".so", Unpooled.wrappedBuffer(MiniLibrary.mini()), 6, 0, 8, List.of(), false))
                .toArray(UcodeLibrary[]::new);
        assertThat(load(device, 0, sundaPlan(UcodeMode.PRELINK, eight))
                        .poolLibraries()
                        .table())
                .isPresent();
        List<UcodeLibrary> nine = new ArrayList<>(List.of(eight));
        nine.add(mini2(8));
        UcodePlan plan = sundaPlan(UcodeMode.PRELINK, nine.toArray(UcodeLibrary[]::new));
        LoadException e = catchThrowableOfType(LoadException.class, () -> load(device, 0, plan));
        assertThat(e).hasMessage("Exceeded max number of GPSIMD libs");
        assertThat(e.status()).isEqualTo(NrtStatus.NRT_FAILURE);
    }

    private UcodePlan sundaPlan(UcodeMode mode, UcodeLibrary... libraries) {
        List<UcodeLibrary> all = new ArrayList<>();
        all.add(DefaultLibrary.read(UcodeOptions.defaults(), nlog));
        all.addAll(List.of(libraries));
        return UcodePlan.of(all, Arch.SUNDA, mode, nlog);
    }

    private StagedUcode load(Device device, int core, UcodePlan plan) {
        try (AllocationScope scope = device.heap().open(AllocationOwner.model(1001, "m"))) {
            StagedUcode staged = UcodeStager.stage(plan, allocator(device, scope), core);
            staged.install(device, core, PoolFunctions.none(), nlog);
            scope.commit();
            return staged;
        }
    }

    private StagingAllocator allocator(Device device, AllocationScope scope) {
        return new StagingAllocator(device, scope, new OutOfMemoryReport(RuntimeProfile.DEFAULT, 1), nlog);
    }

    private Device device(Arch arch) {
        Device device = new Device(arch, 0, DeviceOptions.DEFAULT);
        devices.add(device);
        return device;
    }

    private static UcodeLibrary mini2(int totalCpus) {
        return library("mini.so", MiniLibrary.mini2(), totalCpus);
    }

    private static UcodeLibrary library(String name, byte[] file, int totalCpus) {
        return new UcodeLibrary(
                name,
                Unpooled.wrappedBuffer(file),
                6,
                0,
                totalCpus,
                List.of(new UcodeFunction("k0", 126, 0), new UcodeFunction("k1", 240, 7)),
                false);
    }

    private static PrelinkedLibrary prelinked(MemoryBounds bounds) {
        PrelinkResult result =
                new Prelinker(bounds).prelink(Unpooled.wrappedBuffer(MiniLibrary.mini2()), Nlog.silent());
        return ((PrelinkResult.Linked) result).library();
    }

    private static String read(Device device, long address, int length) {
        byte[] bytes = new byte[length];
        device.bus().read(address, bytes, 0, length);
        return ByteBufUtil.hexDump(bytes);
    }
}
