package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.LoadException;
import io.nrt4j.loader.diagnostics.LoadStage;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.loader.testing.LeakWatch;
import io.nrt4j.loader.testing.TestLoad;
import io.nrt4j.loader.variable.MemRef;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The spine as a whole: which lines follow a failure of each class, and what a load leaves behind. */
@ExtendWith(LeakWatch.class)
class NeffLoaderTest {
    private static final InstanceType TRN2 = InstanceType.TRN2_3XLARGE;

    private static NeffBuilder oneCore() {
        return NeffBuilder.named("baseline.neff")
                .target(Arch.CAYMAN)
                .graph(g -> g.input("x", TensorType.FLOAT32, 32).output("y", TensorType.FLOAT32, 32));
    }

    private static LoadException failOnTrn2(NeffBuilder neff) {
        try (TestLoad load = TestLoad.on(TRN2, 1)) {
            return load.fail(neff.toByteArray());
        }
    }

    /** container.md §14.5: the equivalent of the embedded fixture passes every gate on any architecture. */
    @Test
    void theEmbeddedModelLoadsOnEveryArchitecture() {
        for (InstanceType type :
                List.of(InstanceType.TRN1_2XLARGE, TRN2, InstanceType.TRN3PD98_3XLARGE, InstanceType.INF2_XLARGE)) {
            try (TestLoad load = TestLoad.on(type, 1);
                    LoadedModel model = load.load(AllReduceModel.toByteArray())) {
                assertThat(model.manifest().definitions()).hasSize(1);
                assertThat(model.variables().table(0).variables()).hasSize(5);
                assertThat(model.manifest().graph().inputs().get("input").size())
                        .isEqualTo(128);
            }
        }
    }

    /** errors.md §9 K1: a failure of nrt_load_util's own look at the header has no cascade. */
    @Test
    void aTooShortFileEndsWithOneLine() {
        try (TestLoad load = TestLoad.on(TRN2, 1)) {
            LoadException failure = load.fail(Arrays.copyOf(oneCore().toByteArray(), 100));
            assertThat(failure.status()).isEqualTo(NrtStatus.NRT_INVALID);
            assertThat(TestLoad.errorLines(failure))
                    .containsExactly("NEFF:neff_get_header_from_buffer Invalid number of NEFF bytes received 64");
        }
    }

    /** errors.md §9 K3. */
    @Test
    void aContainerFailureIsFollowedByTheNameOfTheModel() {
        LoadException failure = failOnTrn2(oneCore().header(h -> h.version(3, 0)));
        assertThat(failure.status()).isEqualTo(NrtStatus.NRT_UNSUPPORTED_NEFF_VERSION);
        assertThat(failure.stage()).isEqualTo(LoadStage.CONTAINER);
        assertThat(TestLoad.errorLines(failure))
                .containsExactly(
                        "NEFF:neff_parse NEFF version: 3.0 is not supported, accepted version range: 0.x-2.x",
                        "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 10");
    }

    /** errors.md §9 K5. */
    @Test
    void aKelfFailureClimbsThroughTheKelfLoader() {
        LoadException failure = failOnTrn2(oneCore().target("vega"));
        assertThat(TestLoad.errorLines(failure))
                .containsExactly(
                        "NEFF:parse_target Invalid target 'vega'",
                        "NMGR:dlr_kelf_load Failed to load mlaop",
                        "NMGR:load_kelf_graphs Failed to load KELF kelf-0.json",
                        "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 2");
    }

    /** errors.md §9 K6 and R20. */
    @Test
    void anotherArchitectureIsRefusedAndMayBeAllowed() {
        byte[] mariana = oneCore().target(Arch.MARIANA).toByteArray();
        try (TestLoad load = TestLoad.on(TRN2, 1)) {
            assertThat(TestLoad.errorLines(load.fail(mariana)))
                    .containsExactly(
                            "NEFF:load Loading a NEFF compiled for a different arch is not allowed, NEFF arch: v4,"
                                    + " instance arch: v3",
                            "NEFF:load Please ensure that --target <correct_arch> is passed as a neuronx-cc command"
                                    + " line flag.",
                            "NEFF:load To override, set NEURON_RT_ALLOW_LEGACY_NEFF=1 and restart.",
                            "NMGR:dlr_kelf_load Failed to load mlaop",
                            "NMGR:load_kelf_graphs Failed to load KELF kelf-0.json",
                            "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 2");
        }
        Nlog nlog = Nlog.silent();
        try (TestLoad load = new TestLoad(TRN2, 1, LoadOptions.DEFAULT.withAllowLegacyNeff(true));
                LoadedModel model = load.load(mariana, nlog)) {
            assertThat(model.name()).isEqualTo("baseline.neff");
            assertThat(nlog.records())
                    .filteredOn(r -> r.level() == LogLevel.WARN)
                    .extracting(LogRecord::message)
                    .contains("Loading a NEFF compiled for a different arch, NEFF arch: v4, instance arch: v3");
        }
    }

    /** errors.md §3: inside one graph's def.json, construct_kbin names the graph. */
    @Test
    void aFailureInsideOneGraphNamesItsDefinition() {
        LoadException failure = failOnTrn2(oneCore().member("sg00/def.json", "{\"var\": "));
        assertThat(TestLoad.errorLines(failure))
                .contains("NEFF:construct_kbin Failed to load subgraph sg00/def.json")
                .endsWith(
                        "NMGR:dlr_kelf_load Failed to load mlaop",
                        "NMGR:load_kelf_graphs Failed to load KELF kelf-0.json",
                        "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 2");
    }

    /** manifest.md §1: without neff.json no kelf is looked for. */
    @Test
    void withoutNeffJsonTheKelfLoaderIsNotReached() {
        assertThat(TestLoad.errorLines(failOnTrn2(oneCore().without("neff.json"))))
                .containsExactly(
                        "NMGR:kmgr_load_nn_nc Invalid NN: baseline.neff, neff.json is missing",
                        "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 2");
    }

    private static NeffBuilder withReservation(Consumer<ObjectNode> edit) {
        return NeffBuilder.named("baseline.neff")
                .target(Arch.CAYMAN)
                .graph(g -> g.input("x", TensorType.FLOAT32, 32)
                        .output("y", TensorType.FLOAT32, 32)
                        .definition(d -> {
                            ObjectNode entry = d.putArray("runtime_statebuffer_reservation")
                                    .addObject()
                                    .put("base_partition", 0)
                                    .put("offset", 229368)
                                    .put("partitions", 128)
                                    .put("size", 8)
                                    .put("type", "evtaccel");
                            edit.accept(entry);
                        }));
    }

    /** errors.md §5, the worked example E1 with its whole cascade. */
    @Test
    void aStagingFailureClimbsThroughTheStager() {
        assertThat(TestLoad.errorLines(failOnTrn2(withReservation(r -> r.put("base_partition", 1)))))
                .containsExactly(
                        "TDRV:kbl_model_add Event Accel carveout SB partition must start at 0. Got 1",
                        "TDRV:kbl_model_add Failed to verify Event Accel State Buffer carveout",
                        "NMGR:dlr_kelf_stage Failed to load subgraph",
                        "NMGR:kmgr_load_nn_nc Failed to stage graph: kelf-0.json to NeuronCore",
                        "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 2");
    }

    /** errors.md §3: which function says so depends on the version. */
    @Test
    void olderRuntimesNameAnotherFunction() {
        byte[] neff = withReservation(r -> r.put("offset", 0)).toByteArray();
        RuntimeProfile old = RuntimeProfile.named("2.21.41.0").orElseThrow();
        try (TestLoad load = new TestLoad(TRN2, 1, LoadOptions.DEFAULT.withProfile(old))) {
            assertThat(TestLoad.errorLines(load.fail(neff)))
                    .contains(
                            "TDRV:kbl_model_add Event Accel carveout SB partition offset must start at 0x37ff8. Got 0x0",
                            "NMGR:kmgr_load_nn_internal_v2 Failed to stage graph: kelf-0.json to NeuronCore");
        }
    }

    /** errors.md §6.1: a logical core that does not exist. */
    @Test
    void anUnknownLogicalCoreIsFoundOutWhenStaging() {
        try (TestLoad load = TestLoad.on(TRN2, 1);
                ByteSource source = ByteSource.of(oneCore().toByteArray())) {
            LoadException failure = org.assertj.core.api.Assertions.catchThrowableOfType(
                    LoadException.class,
                    () -> new NeffLoader(LoadOptions.DEFAULT)
                            .load(source, PlacementChooser.fixed(new Placement(load.instance(), 99)), Nlog.silent()));
            assertThat(failure.status()).isEqualTo(NrtStatus.NRT_INVALID);
            assertThat(TestLoad.errorLines(failure))
                    .containsExactly(
                            "TDRV:db_vtpb_get_mla_and_tpb Could not find VNC id 99",
                            "NMGR:dlr_kelf_stage Failed to create shared io",
                            "NMGR:kmgr_load_nn_nc Failed to stage graph: kelf-0.json to NeuronCore",
                            "NMGR:kmgr_load_nn_post_metrics Failed to load NN: baseline.neff, err: 2");
        }
    }

    /** errors.md §3: what a load says that succeeds. */
    @Test
    void aLoadThatSucceedsSaysSo() {
        Nlog nlog = Nlog.silent();
        try (TestLoad load = TestLoad.on(TRN2, 1);
                LoadedModel model = load.load(oneCore().toByteArray(), nlog)) {
            assertThat(nlog.records())
                    .filteredOn(r -> r.level() == LogLevel.INFO)
                    .extracting(LogRecord::message)
                    .contains(
                            "Loaded mlaop on 1 NeuronCores",
                            "Loaded NN \"baseline.neff\" ID: " + model.id(),
                            "NN: baseline.neff, loaded successfully");
        }
    }

    /** memory.md §8: after unload the device is as before, and a second load gets the same addresses. */
    @Test
    void unloadGivesEverythingBack() {
        byte[] neff = NeffBuilder.named("w.neff")
                .target(Arch.CAYMAN)
                .graph(g -> g.input("x", TensorType.FLOAT32, 32)
                        .output("y", TensorType.FLOAT32, 32)
                        .constant("w", TensorType.FLOAT32, new byte[4096], 1024))
                .toByteArray();
        try (TestLoad load = TestLoad.on(TRN2, 1)) {
            var before = load.instance().device(0).heap().usage();
            LoadedModel first = load.load(neff);
            long address = weight(first).physicalAddress();
            assertThat(load.instance().device(0).heap().usage()).isNotEqualTo(before);
            first.close();
            first.close();
            assertThat(load.instance().device(0).heap().usage()).isEqualTo(before);
            try (LoadedModel second = load.load(neff)) {
                assertThat(weight(second).physicalAddress()).isEqualTo(address);
            }
        }
    }

    /** container.md §11: concurrent loads of one NEFF share its parse; each has its own memory. */
    @Test
    void concurrentLoadsShareOneParseAndGiveEverythingBack() throws Exception {
        byte[] neff = AllReduceModel.toByteArray();
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try (TestLoad device = TestLoad.on(TRN2, 1)) {
            var before = device.instance().device(0).heap().usage();
            NeffLoader loader = new NeffLoader(LoadOptions.DEFAULT);
            List<Future<Set<String>>> loads = IntStream.range(0, 64)
                    .mapToObj(i -> pool.submit(() -> {
                        Nlog nlog = Nlog.silent();
                        try (ByteSource source = ByteSource.of(neff)) {
                            Placement place = new Placement(device.instance(), i % 8);
                            loader.load(source, PlacementChooser.fixed(place), nlog)
                                    .close();
                        }
                        return nlog.records().stream().map(LogRecord::message).collect(Collectors.toSet());
                    }))
                    .toList();
            Set<String> messages = new HashSet<>();
            for (Future<Set<String>> load : loads) {
                messages.addAll(load.get());
            }
            assertThat(messages).contains("first worker, creating cache", "NN: x, loaded successfully");
            assertThat(device.instance().device(0).heap().usage()).isEqualTo(before);
        } finally {
            pool.shutdownNow();
        }
    }

    private static MemRef weight(LoadedModel model) {
        return model.variables().table(0).find("w").orElseThrow();
    }

    /** memory.md §6.5, §12 Q9. */
    @Test
    void loadsOfOneNeffShareTheirWeightsWhenTheOptionsSaySo() {
        assertThat(weightAddresses(LoadOptions.DEFAULT)).doesNotHaveDuplicates();
        List<Long> shared = weightAddresses(LoadOptions.DEFAULT.withSharesWeights(true));
        assertThat(shared.get(1)).isEqualTo(shared.get(0));
        assertThat(shared.get(2)).as("of another NEFF").isNotEqualTo(shared.get(0));
    }

    /** Where the weight lies in two loads of one file and in one of another that differs in its UUID alone. */
    private static List<Long> weightAddresses(LoadOptions options) {
        NeffBuilder neff = NeffBuilder.named("weights.neff")
                .target(Arch.CAYMAN)
                .graph(g -> g.input("x", TensorType.FLOAT32, 32)
                        .output("y", TensorType.FLOAT32, 32)
                        .constant("w", TensorType.FLOAT32, new byte[128], 32));
        byte[] file = neff.uuid(new UUID(0, 1)).toByteArray();
        byte[] other = neff.uuid(new UUID(0, 2)).toByteArray();
        try (TestLoad load = new TestLoad(TRN2, 1, options);
                LoadedModel first = load.load(file);
                LoadedModel second = load.load(file);
                LoadedModel third = load.load(other)) {
            return Stream.of(first, second, third)
                    .map(model -> weight(model).physicalAddress())
                    .toList();
        }
    }
}
