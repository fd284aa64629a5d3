package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.runtime.config.SimulatedDriver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code nrt_init} on machines and in environments of all kinds. Source: nrt-api.md §3.1, §5; errors.md §7. */
class RuntimeStartTest {
    private static final SimulatedDriver TRN2 = SimulatedDriver.of(InstanceType.TRN2_3XLARGE);
    private static final SimulatedDriver TRN1 = SimulatedDriver.of(InstanceType.TRN1_32XLARGE);
    private static final String ALLOCATE = "NRT:nrt_allocate_neuron_cores ";

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal(
                        "no device",
                        TRN2.withoutDevices(),
                        Map.of(),
                        "2.31.24.0",
                        NrtStatus.NRT_INVALID,
                        "TDRV:tdrv_get_dev_info No neuron device available",
                        "NRT:nrt_init Cannot find Neuron devices."),
                refusal(
                        "no device in 2022",
                        TRN2.withoutDevices(),
                        Map.of(),
                        "2.9",
                        NrtStatus.NRT_INVALID,
                        "TDRV:tdrv_get_dev_info No neuron device available",
                        "NRT:nrt_init This instance has no neuron devices. please run on an instance that supports"
                                + " Neuron, for example inf1"),
                refusal(
                        "no driver version",
                        TRN2.withVersion(Optional.empty()),
                        Map.of(),
                        "2.31.24.0",
                        NrtStatus.NRT_INVALID,
                        "NRT:nrt_init Unable to determine Neuron Driver version. Please check aws-neuronx-dkms package is"
                                + " installed."),
                refusal(
                        "driver 1",
                        TRN2.withVersion(Optional.of(new SimulatedDriver.Version(1, 9, "1.9.0.0"))),
                        Map.of(),
                        "2.31.24.0",
                        NrtStatus.NRT_INVALID,
                        "NRT:nrt_init Neuron Runtime 2.x requires Neuron driver(aws-neuron-dkms) version 2.1 or above."),
                refusal(
                        "driver too old (#655)",
                        TRN1.withCompatibility(2, 4),
                        Map.of(),
                        "2.14",
                        NrtStatus.NRT_INVALID,
                        "NRT:nrt_init This Neuron Runtime (compatibility id: 6) is not compatible with the installed"
                                + " aws-neuron-dkms package.",
                        "NRT:nrt_init Installed aws-neuron-dkms supports Runtime compatibility id range: 2 - 4.",
                        "NRT:nrt_init Please make sure to upgrade to latest aws-neuron-dkms; for detailed installation"
                                + " instructions visit Neuron documentation."),
                refusal(
                        "runtime too old",
                        TRN2.withCompatibility(11, 14),
                        Map.of(),
                        "2.31.24.0",
                        NrtStatus.NRT_INVALID,
                        "NRT:nrt_init This Neuron Runtime (compatibility id: 10) is not compatible with the installed"
                                + " aws-neuronx-dkms package.",
                        "NRT:nrt_init Installed aws-neuronx-dkms supports Runtime compatibility id range: 11 - 14.",
                        "NRT:nrt_init Please make sure to upgrade to latest aws-neuronx-runtime-lib and"
                                + " aws-neuronx-collectives; for detailed installation instructions visit Neuron"
                                + " documentation."),
                refusal(
                        "inf1 on 2.31",
                        SimulatedDriver.of(InstanceType.INF1_XLARGE),
                        Map.of(),
                        "2.31.24.0",
                        NrtStatus.NRT_FAILURE,
                        "TDRV:arch_init Architecture not found 1"),
                refusal(
                        "malformed variable",
                        TRN2,
                        Map.of("NEURON_RT_EXEC_TIMEOUT", "soon"),
                        "2.31.24.0",
                        NrtStatus.NRT_INVALID,
                        "NRT:nrt_config_parse_init_config Invalid value for NEURON_RT_EXEC_TIMEOUT: soon"),
                refusal(
                        "logical core of 3",
                        TRN2,
                        Map.of("NEURON_LOGICAL_NC_CONFIG", "3"),
                        "2.31.24.0",
                        NrtStatus.NRT_INVALID,
                        "NRT:nrt_init Logical core size (3) must be a power of two and less than or equal to 2"),
                refusal(
                        "holes",
                        TRN2,
                        Map.of("NEURON_RT_VISIBLE_CORES", "0,2"),
                        "2.31.24.0",
                        NrtStatus.NRT_INVALID,
                        ALLOCATE + "Logical Neuron cores are not contiguous"),
                refusal(
                        "holes in 2022",
                        TRN1,
                        Map.of("NEURON_RT_VISIBLE_CORES", "0,2"),
                        "2.10",
                        NrtStatus.NRT_INVALID,
                        ALLOCATE + "Neuron cores are not contiguous"),
                refusal(
                        "all cores taken (#1338)",
                        SimulatedDriver.of(InstanceType.TRN2_48XLARGE)
                                .withCoresInUse(IntStream.range(0, 128).boxed().collect(Collectors.toSet()), 1),
                        Map.of("NEURON_RT_VISIBLE_CORES", "0-15", "NEURON_LOGICAL_NC_CONFIG", "1"),
                        "2.31.24.0",
                        NrtStatus.NRT_FAILURE,
                        ALLOCATE
                                + "Logical Neuron Core(s) not available - Requested:lnc0-lnc15 Available:0 Logical Core"
                                + " size:1"),
                refusal(
                        "one core taken in 2021",
                        TRN1.withCoresInUse(Set.of(1), 1),
                        Map.of("NEURON_RT_VISIBLE_CORES", "1"),
                        "2.2",
                        NrtStatus.NRT_FAILURE,
                        ALLOCATE + "NeuronCore(s) not available - Requested:nc1-nc1 Available:0"),
                refusal(
                        "core past the end",
                        TRN2,
                        Map.of("NEURON_RT_VISIBLE_CORES", "3-4"),
                        "2.31.24.0",
                        NrtStatus.NRT_FAILURE,
                        ALLOCATE
                                + "Logical Neuron Core(s) not available - Requested:lnc3-lnc4 Available:1 Logical Core"
                                + " size:2"),
                refusal(
                        "three cores",
                        TRN2,
                        Map.of("NEURON_RT_NUM_CORES", "3"),
                        "2.31.24.0",
                        NrtStatus.NRT_INVALID,
                        ALLOCATE + "NEURON_RT_NUM_CORES must request one core, or the whole device (multiple of 4)"),
                refusal(
                        "more cores than there are",
                        TRN2,
                        Map.of("NEURON_RT_NUM_CORES", "8"),
                        "2.31.24.0",
                        NrtStatus.NRT_FAILURE,
                        ALLOCATE
                                + "Logical Neuron Core(s) not available - Requested:8 Available:4 Logical Core size 2"),
                refusal(
                        "hidden device",
                        TRN1.withHiddenDevices(Set.of(1)),
                        Map.of("NEURON_RT_VISIBLE_CORES", "2"),
                        "2.31.24.0",
                        NrtStatus.NRT_INVALID,
                        ALLOCATE + "Specified core not accessible! is /dev/neuron1 visible to process?"));
    }

    private static Arguments refusal(
            String name,
            SimulatedDriver driver,
            Map<String, String> environment,
            String version,
            NrtStatus status,
            String... lines) {
        return Arguments.of(name, driver, environment, version, status, List.of(lines));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void theRuntimeDoesNotStart(
            String name,
            SimulatedDriver driver,
            Map<String, String> environment,
            String version,
            NrtStatus status,
            List<String> lines) {
        try (NrtFixture f = new NrtFixture(driver, RuntimeProfile.named(version).orElseThrow())) {
            f.environment.putAll(environment);
            assertThat(f.init()).isEqualTo(status);
            assertThat(f.errors()).containsExactlyElementsOf(lines);
            assertThat(f.dump()).contains("Failure: " + status + " in nrt_init()");
            assertThat(f.nrt.state()).isEqualTo(RuntimeState.START);
        }
    }

    @Test
    void bothVariablesAreAWarning() {
        try (NrtFixture f =
                new NrtFixture().with("NEURON_RT_VISIBLE_CORES", "1-2").with("NEURON_RT_NUM_CORES", "4")) {
            f.started();
            assertThat(f.log)
                    .extracting(LogRecord::message)
                    .contains(
                            "Using NEURON_RT_VISIBLE_CORES to allocate Logical Neuron Cores...",
                            "LNC info: first lnc 1 last lnc 2 first pnc 2 last pnc 5");
        }
    }

    /** errors.md §7.2: the INFO lines of a start, and the infodump in its INFO form. */
    @Test
    void aStartSaysWhatItFound() {
        try (NrtFixture f = new NrtFixture().with("NEURON_RT_LOG_LEVEL", "ERROR")) {
            f.started();
            assertThat(f.log.stream()
                            .map(r -> r.level() + " " + r.function() + " " + r.message())
                            .toList())
                    .containsSubsequence(
                            "DEBUG nrt_init API:IN: (cc_root_comm_id=, num_cores=0, reset_cores=1)",
                            "INFO nrt_init Neuron Runtime 2.31.24.0 built on Mar 25 2026",
                            "INFO nrt_init Found neuron driver: 2.26",
                            "INFO nrt_allocate_neuron_cores Instance info:: device count:1 cores per device:8"
                                    + " architecture:TRN",
                            "INFO nrt_init LNC info: first lnc 0 last lnc 3 first pnc 0 last pnc 7",
                            "INFO nrt_infodump Neuron runtime information - please include in any support request:",
                            "INFO nrt_infodump NRT version: 2.31.24.0 (0b044f4ce917b633a70eb3d0bc460f34ac3da620)",
                            "INFO nrt_infodump Driver version: 2.26.5.0\n",
                            "INFO nrt_infodump Visible cores: 0, 1, 2, 3",
                            "INFO nrt_infodump     NEURON_RT_LOG_LEVEL=ERROR",
                            "DEBUG nrt_init API:OUT: (ret=0)");
            assertThat(f.log).extracting(LogRecord::message).noneMatch(m -> m.startsWith("Failure:"));
        }
    }

    /** nrt-api.md §6 F: every core that the runtime took gets the seed. */
    @ParameterizedTest
    @CsvSource({
        "NEURON_RT_STOCHASTIC_ROUNDING_SEED, 7, 7",
        "NEURON_RT_STOCHASTIC_ROUNDING_SEED, 0, 0",
        "NEURON_RT_STOCHASTIC_ROUNDING_EN, 1, 0"
    })
    void aStartNamesTheSeedOfStochasticRounding(String variable, String value, int seed) {
        try (NrtFixture f = new NrtFixture(
                        SimulatedDriver.of(InstanceType.TRN2_48XLARGE),
                        RuntimeProfile.named("2.31").orElseThrow())
                .with("NEURON_RT_VISIBLE_CORES", "3-4")
                .with(variable, value)) {
            f.started();
            assertThat(seeds(f))
                    .containsExactly(
                            "INFO tdrv_init_one_mla_phase2 device: 0, nc 6. seed: " + seed,
                            "INFO tdrv_init_one_mla_phase2 device: 0, nc 7. seed: " + seed,
                            "INFO tdrv_init_one_mla_phase2 device: 1, nc 0. seed: " + seed,
                            "INFO tdrv_init_one_mla_phase2 device: 1, nc 1. seed: " + seed);
        }
    }

    @Test
    void aStartNamesNoSeedUnlessRoundingIsStochastic() {
        try (NrtFixture f = new NrtFixture().with("NEURON_RT_STOCHASTIC_ROUNDING_EN", "0")) {
            f.started();
            assertThat(seeds(f)).isEmpty();
        }
    }

    private static List<String> seeds(NrtFixture f) {
        String text = "Configuring stochastic rounding seed for ";
        return f.log.stream()
                .filter(r -> r.message().startsWith(text))
                .map(r -> r.level() + " " + r.function() + " " + r.message().substring(text.length()))
                .toList();
    }
}
