package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.memory.AllocationException;
import io.nrt4j.hal.memory.AllocationOwner;
import io.nrt4j.hal.memory.AllocationRequest;
import io.nrt4j.hal.memory.AllocationScope;
import io.nrt4j.hal.memory.DeviceHeap;
import io.nrt4j.hal.memory.HeapUsage;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.loader.testing.TestLoad;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A NEFF that needs more device memory than its HBM has. Source: memory.md §9, errors.md §6.2. */
@ExtendWith(LeakWatch.class)
class FullDeviceTest {
    private static final String TABLE = """
            Displaying Current Memory Utilization:
            (NOTE: the lines are LONG, and NEFF id to name mapping is printed after)

                          |          |  Model   |  Model   |          |  Shared  |          |          |DMA Rings |DMA Rings | DMA Rings |DMA Rings |           |          | Profiler |
                          |  TOTAL   |   Code   |Constants | Tensors  |Scratchpad|Scratchpad| Runtime  |    IO    |  Spill   |Collectives| Runtime  |Collectives|  XT CC   | Buffers  |
            ND 0 Overall  | 20.000GB |  0.000B  |  0.000B  |  0.000B  |  0.000B  | 20.000GB |  0.000B  |  0.000B  |  0.000B  |  0.000B   |  0.000B  |  0.000B   |  0.000B  |  0.000B  |
            \\_NC 0        | 20.000GB |  0.000B  |  0.000B  |  0.000B  |  0.000B  | 20.000GB |  0.000B  |  0.000B  |  0.000B  |  0.000B   |  0.000B  |  0.000B   |  0.000B  |  0.000B  |
              \\_NEFF 1001 | 20.000GB |  0.000B  |  0.000B  |   n/a    |   n/a    | 20.000GB |  0.000B  |  0.000B  |  0.000B  |  0.000B   |  0.000B  |  0.000B   |   n/a    |   n/a    |
            \\_NC 1        |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B  |  0.000B   |  0.000B  |  0.000B   |  0.000B  |  0.000B  |

            NEFF id to name mapping:
            1001: "big.neff"\
            """;

    @Test
    void theReportIsPrintedAndNothingStays() {
        byte[] neff = NeffBuilder.named("big.neff")
                .target(Arch.CAYMAN)
                .graph(g -> g.input("x", TensorType.FLOAT32, 32)
                        .output("y", TensorType.FLOAT32, 32)
                        .variable("a", scratch(20L << 30))
                        .variable("b", scratch(20L << 30)))
                .toByteArray();
        try (TestLoad device = TestLoad.on(InstanceType.TRN2_3XLARGE, 1)) {
            LoadException failure = device.fail(neff);
            assertThat(failure.status()).isEqualTo(NrtStatus.NRT_RESOURCE);
            assertThat(failure.stage()).isEqualTo(LoadStage.VARIABLES);
            List<String> lines = TestLoad.errorLines(failure);
            assertThat(lines)
                    .contains(
                            "TDRV:print_lnc_hbm_details LNC size is 1. Neuron Cores using this HBM: NC 0 and NC 1",
                            "TDRV:log_dev_mem Failed to allocate 20.000GB (alignment: none, usage: scratchpad) on ND 0:NC 0",
                            "TDRV:kbl_model_add copy_and_stage_mr() error",
                            "NMGR:dlr_kelf_stage Failed to load subgraph",
                            "NMGR:kmgr_load_nn_nc Failed to stage graph: kelf-0.json to NeuronCore",
                            "NMGR:kmgr_load_nn_post_metrics Failed to load NN: big.neff, err: 4");
            assertThat(failure.records())
                    .filteredOn(r -> r.function().equals("log_dev_mem_usage_table"))
                    .extracting(LogRecord::message)
                    .containsExactly(TABLE);
        }
    }

    /** Whatever allocation is the first that finds no room, the load ends there and takes nothing with it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyAllocationMayBeTheOneThatFails(boolean coreInUse) {
        byte[] neff = AllReduceModel.toByteArray();
        NeffLoader loader = new NeffLoader(LoadOptions.DEFAULT);
        Set<String> failed = new TreeSet<>();
        try (TestLoad device = TestLoad.on(InstanceType.TRN2_3XLARGE, 1)) {
            DeviceHeap heap = device.instance().device(0).heap();
            Optional<LoadedModel> other = coreInUse ? Optional.of(load(loader, device, neff)) : Optional.empty();
            Deque<AllocationScope> blocks = fill(heap);
            while (!blocks.isEmpty()) {
                HeapUsage before = heap.usage();
                try (LoadedModel model = load(loader, device, neff)) {
                    assertThat(model.images().programs()).isNotEmpty();
                } catch (LoadException e) {
                    assertThat(e.status()).isEqualTo(NrtStatus.NRT_RESOURCE);
                    failed.add(e.stage() + ": " + e.getMessage().replaceAll(".*usage: (.*)\\).*", "$1"));
                }
                assertThat(heap.usage()).isEqualTo(before);
                blocks.pop().close();
            }
            other.ifPresent(LoadedModel::close);
            assertThat(heap.usage().cores().total()).isZero();
        }
        assertThat(failed).anyMatch(f -> f.startsWith("IMAGES"));
        System.out.println("no room for, in turn: " + failed);
    }

    private static LoadedModel load(NeffLoader loader, TestLoad device, byte[] neff) {
        try (ByteSource source = ByteSource.of(neff)) {
            return loader.load(source, PlacementChooser.fixed(new Placement(device.instance(), 0)), Nlog.silent());
        }
    }

    /** Takes all of core 0's memory, in blocks of falling size; the smallest is on top. */
    private static Deque<AllocationScope> fill(DeviceHeap heap) {
        Deque<AllocationScope> blocks = new ArrayDeque<>();
        for (long size = 1L << 34; size >= 0x1000; size /= 2) {
            while (size <= heap.available(0)) {
                AllocationScope scope = heap.open(AllocationOwner.RUNTIME);
                try {
                    scope.allocate(new AllocationRequest(0, MemoryUsage.TENSOR, size, 0, "filler"));
                    blocks.push(scope);
                } catch (AllocationException e) {
                    scope.close();
                    break;
                }
            }
        }
        return blocks;
    }

    private static com.fasterxml.jackson.databind.node.ObjectNode scratch(long size) {
        return com.fasterxml.jackson.databind.node.JsonNodeFactory.instance
                .objectNode()
                .put("type", "tmp-buf")
                .put("size", size);
    }
}
