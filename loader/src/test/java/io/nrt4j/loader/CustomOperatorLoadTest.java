package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBufUtil;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.q7.LibrarySlot;
import io.nrt4j.hal.q7.PoolInstruction;
import io.nrt4j.hal.q7.Q7Cluster;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.testing.CustomOperatorModel;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.loader.testing.MiniLibrary;
import io.nrt4j.loader.testing.TestLoad;
import io.nrt4j.loader.ucode.UcodeMode;
import io.nrt4j.loader.ucode.UcodeOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A NEFF with a GPSIMD library through the whole spine. Expected bytes: q7.md §9; places: §5.1, §5.5. */
@ExtendWith(LeakWatch.class)
class CustomOperatorLoadTest {
    private static final InstanceType TRN2 = InstanceType.TRN2_3XLARGE;
    private static final String NOTICE_START = "Loading ucode libs specified in ucode_lib.json from the NEFF.";

    @Test
    void theCoresHoldTheLibraryAndPoolsPreambleLoadsIt() {
        try (TestLoad load = TestLoad.on(TRN2, 1);
                LoadedModel model =
                        load.load(CustomOperatorModel.builder(Arch.CAYMAN).toByteArray())) {
            Device device = model.core().device();
            int core = model.core().core(0).index();
            for (int q7 = 0; q7 < 8; q7++) {
                assertThat(read(device, device.addressMap().q7Iram(core, q7) + 0x18000, 0x13))
                        .isEqualTo("364100240b002410e03401003d023420801df0");
                assertThat(read(device, device.addressMap().q7Dram(core, q7) + 0x3E010, 0x28))
                        .isEqualTo("20800100ee14e00b00eeeeeeeeee00800100ee20800100ee"
                                + "0000007e00800100000007f020800100");
            }
            List<LibrarySlot> slots = librarySlots(model.images().program(0).image(EngineType.POOL));
            assertThat(slots).hasSize(3);
            assertThat(slots.get(0).imageSize()).isEqualTo(0x48E0);
            assertThat(slots.get(1).imageSize()).isEqualTo(0xA4);
            assertThat(slots.get(2)).isEqualTo(LibrarySlot.unload(0));
            assertThat(read(device, slots.get(0).deviceAddress(), 8)).isEqualTo("5543504c20000000");
            assertThat(read(device, slots.get(1).deviceAddress(), 0x20))
                    .isEqualTo("5543504c20000000300000006000000044000000008001002080010000800100");

            Q7Cluster cluster = model.core().core(0).q7().orElseThrow();
            cluster.execute(slots.get(2), device.bus());
            assertThat(cluster.loaded()).isEmpty();
            slots.subList(0, 2).forEach(slot -> cluster.execute(slot, device.bus()));
            assertThat(cluster.loaded()).containsExactly("EXTISA_0", "mini.so");
            assertThat(cluster.resolve(new PoolInstruction(0xF0, 7)).kernel().address())
                    .isEqualTo(0x18020);
            assertThat(cluster.resolve(new PoolInstruction(0xF0, 1)).library().name())
                    .isEqualTo("EXTISA_0");
        }
    }

    @Test
    void theNoticeIsPrintedOnce() {
        Nlog nlog = Nlog.silent();
        try (TestLoad load = TestLoad.on(TRN2, 1);
                LoadedModel model =
                        load.load(CustomOperatorModel.builder(Arch.CAYMAN).toByteArray(), nlog)) {
            assertThat(model.manifest().definitions()).hasSize(1);
            assertThat(nlog.records())
                    .filteredOn(r -> r.message().startsWith(NOTICE_START))
                    .hasSize(1);
        }
    }

    /** SUNDA: three writes to POOL's local registers, of the table's address and 1. */
    @Test
    void sundasPreambleSwitchesTheTableOn() {
        try (TestLoad load = TestLoad.on(InstanceType.TRN1_2XLARGE, 1);
                LoadedModel model =
                        load.load(CustomOperatorModel.builder(Arch.SUNDA).toByteArray())) {
            Device device = model.core().device();
            int core = model.core().core(0).index();
            long registers = device.addressMap().tpb(core) + 0x2960000;
            List<Long> values = new ArrayList<>();
            EngineImage pool = model.images().program(0).image(EngineType.POOL);
            for (int i = 0; i < pool.slots(); i++) {
                Slot slot = pool.slot(i);
                long register = slot.i64(16) - registers;
                if (slot.u8(0) == 0xA5 && register >= 0x83C && register <= 0x844) {
                    assertThat(register).isEqualTo(0x83C + 4L * values.size());
                    values.add(slot.i64(32));
                }
            }
            assertThat(values).hasSize(3);
            long table = values.get(0) | values.get(1) << 32;
            assertThat(values.get(2)).isEqualTo(1);
            assertThat(read(device, table + 0x90 + 17 * 280, 5)).isEqualTo("017e000008");
            assertThat(read(device, device.addressMap().q7Iram(core, 7) + 0x5500, 0x13))
                    .isEqualTo("3641002408002410e03400003d023420551df0");

            device.resetCore(core);
            Q7Cluster cluster = model.core().core(0).q7().orElseThrow();
            assertThat(cluster.loaded()).isEmpty();
            for (int i = 0; i < 3; i++) {
                device.bus().writeInt(registers + 0x83C + 4L * i, values.get(i).intValue());
            }
            assertThat(cluster.loaded()).containsExactly("mini.so");
        }
    }

    @Test
    void faithfulModeLoadsTheRuntimesOwnLibraryOnly() {
        LoadOptions options =
                LoadOptions.DEFAULT.withUcode(UcodeOptions.defaults().withMode(UcodeMode.FAITHFUL));
        try (TestLoad load = new TestLoad(TRN2, 1, options);
                LoadedModel model =
                        load.load(CustomOperatorModel.builder(Arch.CAYMAN).toByteArray())) {
            assertThat(librarySlots(model.images().program(0).image(EngineType.POOL)))
                    .hasSize(2);
            assertThat(model.core().core(0).q7().orElseThrow().loaded()).isEmpty();
        }
    }

    /** errors.md §5, U3, with the cascade of errors.md §3. */
    @Test
    void aLibraryOfAnotherVersionIsRefusedWhileParsing() {
        LoadException failure =
                fail(MiniLibrary.mini2(), CustomOperatorModel.library().put("ulib_to_ucode_version", "2.21.1.0"));
        assertThat(failure.status()).isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(failure.stage()).isEqualTo(LoadStage.MANIFEST);
        assertThat(TestLoad.errorLines(failure))
                .containsExactly(
                        "NEFF:parse_one_ucode_lib Mismatch between GPSIMD lib version and NRT version!",
                        "NEFF:parse_one_ucode_lib invalid GPSIMD lib",
                        "NEFF:construct_kbin Failed to load subgraph sg00/def.json",
                        "NMGR:dlr_kelf_load Failed to load mlaop",
                        "NMGR:load_kelf_graphs Failed to load KELF kelf-0.json",
                        "NMGR:kmgr_load_nn_post_metrics Failed to load NN: custom.neff, err: 2");
    }

    /** q7.md §3.9, end. */
    @Test
    void aLibraryThatCannotBePrelinkedIsRefusedWhileStaging() {
        LoadException failure = fail(MiniLibrary.withOnlyRelocation(0x02000010, 50, 0), CustomOperatorModel.library());
        assertThat(failure.status()).isEqualTo(NrtStatus.NRT_FAILURE);
        assertThat(failure.stage()).isEqualTo(LoadStage.UCODE);
        assertThat(failure.records())
                .extracting(LogRecord::message)
                .contains("Unknown relocation type 50", "Failed prelink with status = 8")
                .endsWith("Failed to load NN: custom.neff, err: 1");
    }

    @Test
    void aCpuIdAborts() {
        LoadException failure =
                fail(MiniLibrary.mini2(), CustomOperatorModel.library().put("cpu_id", 1));
        assertThat(failure).isInstanceOf(RuntimeAbortException.class);
        assertThat(failure.getMessage()).contains("kelf2kbin.cpp:1681").contains("Assertion `cpu_id == 0' failed.");
    }

    private static LoadException fail(byte[] elf, ObjectNode library) {
        try (TestLoad load = TestLoad.on(TRN2, 1)) {
            return load.fail(
                    CustomOperatorModel.builder(Arch.CAYMAN, elf, library).toByteArray());
        }
    }

    private static List<LibrarySlot> librarySlots(EngineImage image) {
        List<LibrarySlot> slots = new ArrayList<>();
        for (int i = 0; i < image.slots(); i++) {
            if (image.slot(i).u8(0) == LibrarySlot.OPCODE) {
                slots.add(LibrarySlot.decode(image.content().slice(i * Slot.BYTES, Slot.BYTES)));
            }
        }
        return slots;
    }

    private static String read(Device device, long address, int length) {
        byte[] bytes = new byte[length];
        device.bus().read(address, bytes, 0, length);
        return ByteBufUtil.hexDump(bytes);
    }
}
