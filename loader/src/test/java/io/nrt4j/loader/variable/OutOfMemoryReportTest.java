package io.nrt4j.loader.variable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.device.Device;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.AllocationSet;
import io.nrt4j.hal.memory.DeviceHeap;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutOfMemoryReportTest {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    /** memory.md §9.1, byte for byte. */
    private static final String PUBLISHED_TABLE = """
            Displaying Current Memory Utilization:
            (NOTE: the lines are LONG, and NEFF id to name mapping is printed after)

                          |          |  Model   |  Model   |          |  Shared  |          |          |DMA Rings |DMA Rings | DMA Rings |DMA Rings |           |          | Profiler |
                          |  TOTAL   |   Code   |Constants | Tensors  |Scratchpad|Scratchpad| Runtime  |    IO    |  Spill   |Collectives| Runtime  |Collectives|  XT CC   | Buffers  |
            ND 0 Overall  | 20.188GB |192.102MB | 82.344KB | 20.000GB |  0.000B  |  0.000B  |350.125KB |179.000KB | 64.000KB |  0.000B   | 68.000KB |  0.000B   |  0.000B  |  0.000B  |
            \\_NC 4        | 20.094GB | 96.065MB | 58.344KB | 20.000GB |  0.000B  |  0.000B  |229.062KB |118.000KB | 48.000KB |  0.000B   | 36.000KB |  0.000B   |  0.000B  |  0.000B  |
              \\_NEFF 1001 |263.906KB | 28.562KB | 34.344KB |   n/a    |   n/a    |  0.000B  |108.000KB | 57.000KB | 32.000KB |  0.000B   | 4.000KB  |  0.000B   |   n/a    |   n/a    |
              \\_NEFF 1002 |244.875KB | 31.875KB | 24.000KB |   n/a    |   n/a    |  0.000B  |108.000KB | 61.000KB | 16.000KB |  0.000B   | 4.000KB  |  0.000B   |   n/a    |   n/a    |
            \\_NC 5        | 96.285MB | 96.037MB | 24.000KB |  0.000B  |  0.000B  |  0.000B  |121.062KB | 61.000KB | 16.000KB |  0.000B   | 32.000KB |  0.000B   |  0.000B  |  0.000B  |
              \\_NEFF 1003 |244.875KB | 31.875KB | 24.000KB |   n/a    |   n/a    |  0.000B  |108.000KB | 61.000KB | 16.000KB |  0.000B   | 4.000KB  |  0.000B   |   n/a    |   n/a    |

            NEFF id to name mapping:
            1001: "1.0.41235.0+df4a714bb-/local/out-test0_meta_dense"
            1002: "1.0.41235.0+df4a714bb-/local/out-test0_meta_concat3"
            1003: "1.0.41235.0+df4a714bb-/local/out-test0_meta_concat3\"""";

    private final Nlog nlog = Nlog.silent();

    @Test
    void thePublishedReportFromTheDevicesOwnAccounting() {
        Device device = deviceOfThePublishedReport();
        assertOutOfMemory(
                device, RuntimeProfile.DEFAULT, new AllocationRequest(4, MemoryUsage.TENSOR, 4 * GIB, 0, "t"));
        assertThat(errors())
                .containsExactly(
                        new LogRecord(
                                LogLevel.ERROR,
                                "TDRV",
                                "print_lnc_hbm_details",
                                "LNC size is 1. Neuron Cores using this HBM: NC 4 and NC 5"),
                        new LogRecord(
                                LogLevel.ERROR,
                                "TDRV",
                                "log_dev_mem",
                                "Failed to allocate 4.000GB (alignment: none, usage: tensors) on ND 0:NC 4"),
                        new LogRecord(LogLevel.ERROR, "TDRV", "log_dev_mem_usage_table", PUBLISHED_TABLE));
    }

    /** memory.md §5.3: one line more before the report where an alignment was asked for. */
    @Test
    void anAlignedRequestSaysThatAlignmentMayBeTheReason() {
        Device device = new Device(Arch.SUNDA, 3, DeviceOptions.DEFAULT);
        assertOutOfMemory(
                device, RuntimeProfile.DEFAULT, new AllocationRequest(1, MemoryUsage.WEIGHT, 17 * GIB, 32768, "w"));
        assertThat(errors().stream().map(LogRecord::message))
                .startsWith(
                        "Aligned allocations may fail even if HBM has space for the actual size requested, due to"
                                + " running out of alignment boundaries",
                        "LNC size is 1. Neuron Cores using this HBM: NC 1",
                        "Failed to allocate 17.000GB (alignment: 32.000KB, usage: model constants) on ND 3:NC 1")
                .hasSize(4);
        assertThat(errors().get(3).message())
                .endsWith("ND 3 Overall  |" + "  0.000B  |".repeat(9) + "  0.000B   |  0.000B  |  0.000B   |"
                        + "  0.000B  |  0.000B  |\n"
                        + "\\_NC 1        |" + "  0.000B  |".repeat(9) + "  0.000B   |  0.000B  |  0.000B   |"
                        + "  0.000B  |  0.000B  |\n"
                        + "\nNEFF id to name mapping:");
    }

    /** memory.md §12 Q4. */
    @Test
    void theLineOfLogicalCoresOfTwo() {
        Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT);
        new OutOfMemoryReport(RuntimeProfile.DEFAULT, 2)
                .print(device, new AllocationRequest(0, MemoryUsage.DMA_RING_IO, 1, 0, ""), nlog);
        assertThat(errors().get(0).message()).isEqualTo("LNC size is 2. Neuron Cores using this HBM: NC 0 and NC 1");
        assertThat(errors().get(1).message()).contains("usage: dma rings io");
    }

    /** memory.md §9.2: the binary's own twelve classes. */
    @Test
    void theTableWithoutXtCc() {
        Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT);
        device.heap().allocate(new AllocationRequest(0, MemoryUsage.XT_CC, KIB, 0, ""));
        String documented = new MemoryUsageTable(MemoryTableColumn.DOCUMENTED)
                .text(0, List.of(0), device.heap().usage());
        String binary = new MemoryUsageTable(MemoryTableColumn.REPORT_CLASSES)
                .text(0, List.of(0), device.heap().usage());
        assertThat(cells(documented, "\\_NC 0")).hasSize(14).element(12).isEqualTo("1.000KB");
        assertThat(cells(documented, "\\_NC 0")).element(6).isEqualTo("0.000B");
        assertThat(cells(binary, "\\_NC 0")).hasSize(13).element(6).isEqualTo("1.000KB");
    }

    /** errors.md §6.2, the log of July 2024. */
    @Test
    void theReportOfRuntime221() {
        Device device = new Device(Arch.SUNDA, 4, DeviceOptions.DEFAULT);
        fill(device, MemoryUsage.INSTR_PE, (long) (482.430 * MIB));
        fill(device, MemoryUsage.WEIGHT, (long) (1.518 * MIB));
        fill(device, MemoryUsage.TENSOR, (long) (13.170 * GIB));
        fill(device, MemoryUsage.SCRATCHPAD, 512 * MIB);
        fill(device, MemoryUsage.GENERIC, (long) (7.352 * KIB));
        fill(device, MemoryUsage.DMA_RING_SPILL, (long) (1.471 * GIB));
        fill(device, MemoryUsage.CC, (long) (367.002 * MIB));
        assertOutOfMemory(
                device,
                RuntimeProfile.named("2.21").orElseThrow(),
                new AllocationRequest(1, MemoryUsage.DMA_RING_IO, 45429760, 0, ""));
        assertThat(errors())
                .containsExactly(
                        new LogRecord(
                                LogLevel.ERROR,
                                "TDRV",
                                "dmem_alloc_internal",
                                "Failed to alloc DEVICE memory: 45429760"),
                        new LogRecord(LogLevel.ERROR, "TDRV", "log_dev_mem", """
                                Failed to allocate 43.325MB (usage: dma rings) on ND 4:NC 1, current utilization:
                                \t* total: 15.972GB
                                \t* model code: 482.430MB
                                \t* model constants: 1.518MB
                                \t* tensors: 13.170GB
                                \t* shared scratchpad: 512.000MB
                                \t* runtime: 7.352KB
                                \t* dma rings: 1.471GB
                                \t* collectives: 367.002MB
                                """));
    }

    /** errors.md §6.2, RT 1.x. */
    @Test
    void theReportOfRuntime1() {
        Device device = new Device(Arch.TONGA, 0, DeviceOptions.DEFAULT);
        assertOutOfMemory(
                device,
                RuntimeProfile.named("1").orElseThrow(),
                new AllocationRequest(0, MemoryUsage.WEIGHT, 8 * GIB, 0, "W145-b"));
        assertThat(errors())
                .containsExactly(new LogRecord(
                        LogLevel.ERROR,
                        "TDRV",
                        "copy_and_stage_mr_one_channel",
                        "Failed to allocate aligned (0) buffer in MLA DRAM for W145-b of size 8589934592 bytes,"
                                + " channel 0"));
    }

    /** memory.md §9.1: the table also goes to a file. */
    @Test
    void theTableInAFile(@TempDir Path directory) throws IOException {
        Device device = new Device(Arch.CAYMAN, 2, DeviceOptions.DEFAULT);
        AllocationRequest request = new AllocationRequest(6, MemoryUsage.TENSOR, 1, 0, "");
        new OutOfMemoryReport(RuntimeProfile.DEFAULT, 2, MemoryTableColumn.DOCUMENTED, Optional.of(directory))
                .print(device, request, nlog);
        assertThat(Files.readString(directory.resolve("neuron_mem_table_device_2_hbm_3.log")))
                .isEqualTo(errors().get(2).message() + "\n");
        new OutOfMemoryReport(
                        RuntimeProfile.DEFAULT,
                        2,
                        MemoryTableColumn.DOCUMENTED,
                        Optional.of(directory.resolve("absent")))
                .print(device, request, nlog);
        assertThat(errors()).as("a file that cannot be written changes nothing").hasSize(6);
    }

    /** memory.md §5.3. */
    @Test
    void whatElseTheDriverRefuses() {
        Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT);
        try (AllocationScope scope = device.heap().open(AllocationOwner.model(1, ""))) {
            StagingAllocator allocator =
                    new StagingAllocator(device, scope, new OutOfMemoryReport(RuntimeProfile.DEFAULT, 2), nlog);
            assertThatThrownBy(() -> allocator.allocate(
                            LoadStage.UCODE, new AllocationRequest(8, MemoryUsage.UCODE_LIB, 1, 0, "")))
                    .isInstanceOfSatisfying(LoadException.class, e -> {
                        assertThat(e.status()).isEqualTo(NrtStatus.NRT_INVALID);
                        assertThat(e.stage()).isEqualTo(LoadStage.UCODE);
                    })
                    .hasMessage("Failed to get a valid Neuron Core");
            assertThatThrownBy(() -> allocator.allocate(
                            LoadStage.VARIABLES, new AllocationRequest(0, MemoryUsage.WEIGHT, 77, 1L << 31, "")))
                    .isInstanceOfSatisfying(
                            LoadException.class, e -> assertThat(e.status()).isEqualTo(NrtStatus.NRT_FAILURE))
                    .hasMessage("Failed to alloc DEVICE memory: 77");
        }
    }

    /** memory.md §9.3, in the layout of the published lines. */
    @Test
    void theBreakdownOfALoad() {
        Device device = deviceOfThePublishedReport();
        device.heap()
                .usage()
                .models()
                .forEach(model -> ModelMemory.of(
                                model.owner(),
                                0,
                                List.of(5),
                                model.cores(),
                                device.heap().usage())
                        .log(nlog));
        assertThat(nlog.records().get(2)).isEqualTo(new LogRecord(LogLevel.INFO, "TDRV", "dml_log_dev_neff_mem", """

                [ND 0:NC 5] Current Usage Total: 96.285MB
                \tshared scratchpad: 0.000B
                Per NEFF memory usage breakdown for [out-test0_meta_concat3]:
                \tTotal: 244.875KB
                \t* model code: 31.875KB
                \t* model constants: 24.000KB
                \t* scratchpad: 0.000B
                \t* runtime: 108.000KB
                \t* dma rings io: 61.000KB
                \t* dma rings spill: 16.000KB
                \t* dma rings collectives: 0.000B
                \t* dma rings runtime: 4.000KB
                \t* collectives: 0.000B"""));
        ModelMemory third = ModelMemory.of(
                AllocationOwner.model(1003, "x"),
                0,
                List.of(5),
                device.heap().usage().models().get(2).cores(),
                device.heap().usage());
        assertThat(third.byClass())
                .contains(
                        new ModelMemory.Entry(5, "model constants", 24576),
                        new ModelMemory.Entry(5, "dma rings runtime", 32768))
                .hasSize(6);
        assertThat(third.byUsage()).contains(new ModelMemory.Entry(5, "Ucode lib", 96 * MIB + 6 * KIB));
    }

    /** The cores' own share is that of memory.md §9.4; NC 4 also has 20 GB of tensors. */
    private static Device deviceOfThePublishedReport() {
        Device device = new Device(Arch.CAYMAN, 0, DeviceOptions.DEFAULT.withBootAllocations(true));
        device.heap().allocate(new AllocationRequest(4, MemoryUsage.TENSOR, 20 * GIB, 0, "t"));
        String dense = "1.0.41235.0+df4a714bb-/local/out-test0_meta_dense";
        String concat = "1.0.41235.0+df4a714bb-/local/out-test0_meta_concat3";
        model(device.heap(), 1001, dense, 4, 29248, 35168, 57 * KIB, 32 * KIB);
        model(device.heap(), 1002, concat, 4, 32640, 24 * KIB, 61 * KIB, 16 * KIB);
        model(device.heap(), 1003, concat, 5, 32640, 24 * KIB, 61 * KIB, 16 * KIB);
        return device;
    }

    private static void model(
            DeviceHeap heap, int id, String name, int core, long code, long constants, long ringsIo, long ringsSpill) {
        AllocationSet set;
        try (AllocationScope scope = heap.open(AllocationOwner.model(id, name))) {
            scope.allocate(new AllocationRequest(core, MemoryUsage.INSTR_PE, code, 0x8000, "pe"));
            scope.allocate(new AllocationRequest(core, MemoryUsage.WEIGHT, constants, 0, "w"));
            scope.allocate(new AllocationRequest(core, MemoryUsage.ACT_TABLE, 108 * KIB, 0, "act"));
            scope.allocate(new AllocationRequest(core, MemoryUsage.DMA_RING_IO, ringsIo, 0, "io"));
            scope.allocate(new AllocationRequest(core, MemoryUsage.DMA_RING_SPILL, ringsSpill, 0, "spill"));
            scope.allocate(new AllocationRequest(core, MemoryUsage.DMA_RING, 4 * KIB, 0, "rings"));
            set = scope.commit();
        }
        assertThat(set.usage().total(core)).isEqualTo(code + constants + ringsIo + ringsSpill + 112 * KIB);
    }

    /** In pieces, so that both pools can be filled. */
    private static void fill(Device device, MemoryUsage usage, long bytes) {
        for (long rest = bytes; rest > 0; rest -= 16 * MIB) {
            device.heap().allocate(new AllocationRequest(1, usage, Math.min(rest, 16 * MIB), 0, ""));
        }
    }

    private void assertOutOfMemory(Device device, RuntimeProfile profile, AllocationRequest request) {
        try (AllocationScope scope = device.heap().open(AllocationOwner.RUNTIME)) {
            StagingAllocator allocator = new StagingAllocator(device, scope, new OutOfMemoryReport(profile, 1), nlog);
            assertThatThrownBy(() -> allocator.allocate(LoadStage.VARIABLES, request))
                    .isInstanceOfSatisfying(LoadException.class, e -> {
                        assertThat(e.status()).isEqualTo(NrtStatus.NRT_RESOURCE);
                        assertThat(errors().stream().map(LogRecord::message)).contains(e.getMessage());
                    });
        }
    }

    private List<LogRecord> errors() {
        return nlog.records().stream().filter(r -> r.level() == LogLevel.ERROR).toList();
    }

    private static List<String> cells(String table, String label) {
        String row = table.lines().filter(l -> l.startsWith(label)).collect(Collectors.joining());
        return List.of(row.substring(row.indexOf('|') + 1).split("\\|")).stream()
                .map(String::strip)
                .toList();
    }
}
