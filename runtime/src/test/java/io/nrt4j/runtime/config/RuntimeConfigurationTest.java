package io.nrt4j.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.LoadedModel;
import io.nrt4j.loader.container.HashCheck;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.manifest.Fp8ConversionConfig;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.TestLoad;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeConfigurationTest {
    /** nrt-api.md §6: default in an empty environment. */
    @ParameterizedTest
    @CsvSource({
        "NEURON_RT_EXEC_TIMEOUT, 30",
        "NEURON_LOGICAL_NC_CONFIG, 2",
        "NEURON_RT_DBG_S2M_PREFETCH_THRESHOLD, 0x77",
        "NEURON_RT_CC_CHUNK_SIZE, 0x200000",
        "NEURON_RT_DBG_FP8_EMAX_E5M2, 15",
        "NEURON_RT_MIN_MEM_ERROR_INTERVAL, 3600",
        "NEURON_RT_XU_COMPUTE_MAX_QUEUED_REQUESTS, 8",
        "NEURON_RT_DBG_MESH_CHANNEL_BUFFER_SIZE, 0x800000",
        "NEURON_NO_COMPILE_MODE_TIMEOUT, 120"
    })
    void defaultsAreThoseOfTheSheet(String name, String value) {
        assertThat(RuntimeConfiguration.EMPTY.number(name)).isEqualTo(Long.decode(value));
    }

    @Test
    void theTableHasEveryVariableOnceAndEveryDefaultCanBeRead() {
        assertThat(RuntimeVariables.all()).hasSize(152).doesNotHaveDuplicates();
        assertThat(RuntimeVariables.all())
                .allSatisfy(v ->
                        assertThat(v.defaultText().orElse("0")).as(v.name()).matches(v::accepts));
    }

    @Test
    void valuesReachTheLoadOptions() {
        RuntimeConfiguration configuration = new RuntimeConfiguration(Map.of(
                "NEURON_RT_VALIDATE_HASH", "TRUE",
                "NEURON_RT_ALLOW_LEGACY_NEFF", "2",
                "NEURON_RT_MULTI_INSTANCE_SHARED_WEIGHTS", "TRUE"));
        assertThat(configuration.loadOptions(RuntimeProfile.DEFAULT).hashCheck())
                .isEqualTo(HashCheck.STRICT);
        assertThat(configuration.loadOptions(RuntimeProfile.DEFAULT).allowLegacyNeff())
                .isTrue();
        assertThat(configuration.loadOptions(RuntimeProfile.DEFAULT).sharesWeights())
                .isTrue();
        assertThat(LoadOptions.DEFAULT.sharesWeights()).isFalse();
    }

    /** manifest.md §7.5: a variable replaces one value of the block; the others stay. */
    @Test
    void fp8VariablesReplaceValuesOfTheDefinition() {
        byte[] neff = NeffBuilder.named("fp8.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, 32)
                        .output("y", TensorType.FLOAT32, 32)
                        .definition(definition -> definition
                                .putObject("fp8_conversion_config")
                                .put("fp8_range_extension", true)
                                .put("emax_fp8_e4m3", 8)
                                .put("emax_fp8_e5m2", 15)
                                .put("ocp_sat", true)
                                .put("fp8_sis", false)
                                .put("fp8_sns", false)))
                .toByteArray();
        RuntimeConfiguration configuration =
                new RuntimeConfiguration(Map.of("NEURON_RT_DBG_FP8_EMAX_E4M3", "7", "NEURON_RT_DBG_FP8_SNS", "1"));
        try (TestLoad device =
                        new TestLoad(InstanceType.TRN2_3XLARGE, 1, configuration.loadOptions(RuntimeProfile.DEFAULT));
                LoadedModel model = device.load(neff)) {
            assertThat(model.manifest().definitions().get(0).fp8())
                    .contains(new Fp8ConversionConfig(true, 7, 15, true, false, true));
        }
    }

    @Test
    void typedValues() {
        RuntimeConfiguration configuration = new RuntimeConfiguration(Map.of(
                "NEURON_RT_EXEC_TIMEOUT", "0x10",
                "NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "100",
                "NEURON_RT_VIRTUAL_CORE_SIZE", "1",
                "NEURON_RT_NUMERICAL_ERRORS_VERBOSITY", "critical"));
        assertThat(configuration.executionTimeout()).isEqualTo(Duration.ofSeconds(16));
        assertThat(configuration.asyncRequestsInFlight()).isEqualTo(63);
        assertThat(configuration.logicalCoreSize()).contains(1);
        assertThat(configuration.failsOnNan()).isTrue();
    }

    /** nrt-api.md §6 A. */
    @ParameterizedTest
    @CsvSource({"3, 3", "0, 16", "17, 16"})
    void fewerDevicesCanBeSeen(String value, int devices) {
        assertThat(new RuntimeConfiguration(Map.of("NEURON_DEVICE_COUNT", value)).devices(InstanceType.TRN1_32XLARGE))
                .isEqualTo(devices);
    }

    /** nrt-api.md §6, last table: what the emulator is to do with a variable. */
    @Test
    void theTableSaysWhatAVariableDoes() {
        assertThat(RuntimeVariables.all())
                .filteredOn(v -> v.effect().isPresent())
                .extracting(RuntimeVariable::name)
                .contains(
                        "NEURON_RT_NUM_CORES",
                        "NEURON_RT_VISIBLE_CORES",
                        "NEURON_RT_VALIDATE_HASH",
                        "NEURON_RT_DBG_FP8_SNS",
                        "NEURON_SCRATCHPAD_PAGE_SIZE",
                        "NEURON_RT_EXEC_TIMEOUT",
                        "NEURON_RT_DBG_CC_NOP",
                        "NEURON_RT_FAKE_INSTANCE_TYPE");
        assertThat(RuntimeVariables.find("NEURON_RT_DBG_ZEROCOPY").orElseThrow().effect())
                .isEmpty();
    }

    /** nrt-api.md §5: NEURON_LOGICAL_NC_CONFIG comes first. */
    @Test
    void theLogicalCoreSizeHasTwoNames() {
        assertThat(new RuntimeConfiguration(Map.of("NEURON_RT_VIRTUAL_CORE_SIZE", "1", "NEURON_LOGICAL_NC_CONFIG", "2"))
                        .logicalCoreSize())
                .contains(2);
    }

    /** nrt-api.md §9: the emulator's text, status 2. */
    @ParameterizedTest
    @CsvSource({
        "NEURON_RT_EXEC_TIMEOUT, soon",
        "NEURON_RT_EXEC_TIMEOUT, -1",
        "NEURON_RT_VALIDATE_HASH, maybe",
        "NEURON_RT_DBG_DMA_PRIO_PKT_SIZE, 1;2",
        "NEURON_RT_NUM_CORES, 0x10000000000000000"
    })
    void whatCannotBeReadFailsTheStart(String name, String value) {
        Nlog nlog = Nlog.silent();
        NrtStatus status =
                ConfigurationCheck.run(new RuntimeConfiguration(Map.of(name, value)), RuntimeProfile.DEFAULT, nlog);
        assertThat(status).isEqualTo(NrtStatus.NRT_INVALID);
        assertThat(nlog.records())
                .containsExactly(new LogRecord(
                        LogLevel.ERROR,
                        "NRT",
                        "nrt_config_parse_init_config",
                        "Invalid value for " + name + ": " + value));
    }

    @Test
    void everyBadVariableIsNamed() {
        Nlog nlog = Nlog.silent();
        ConfigurationCheck.run(
                new RuntimeConfiguration(Map.of("NEURON_RT_NUM_CORES", "x", "NEURON_RT_EXEC_TIMEOUT", "y")),
                RuntimeProfile.DEFAULT,
                nlog);
        assertThat(nlog.records()).hasSize(2);
    }

    /** nrt-api.md §6 K. */
    @ParameterizedTest
    @CsvSource({"0x40000, NRT_SUCCESS", "3, NRT_INVALID", "0, NRT_INVALID"})
    void theDebugStreamBufferIsAPowerOfTwo(String value, NrtStatus status) {
        assertThat(ConfigurationCheck.run(
                        new RuntimeConfiguration(Map.of("NEURON_RT_DEBUG_STREAM_BUFFER_SIZE", value)),
                        RuntimeProfile.DEFAULT,
                        Nlog.silent()))
                .isEqualTo(status);
    }

    /** nrt-api.md §6 E: the warning appears in 2.32 and 2.33. */
    @ParameterizedTest
    @CsvSource({"2.31.24.0, 0", "2.32.31.0, 1", "2.33, 1", "2.34.10, 0"})
    void implicitAsyncIsAnnouncedToEnd(String version, int lines) {
        Nlog nlog = Nlog.silent();
        ConfigurationCheck.run(
                new RuntimeConfiguration(Map.of("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS", "3")),
                RuntimeProfile.named(version).orElseThrow(),
                nlog);
        assertThat(nlog.records()).hasSize(lines);
    }

    /** errors.md §1.2: substrings count; the location's complaint prints the level. */
    @Test
    void logSettingsAreFoundBySubstring() {
        assertThat(new RuntimeConfiguration(Map.of("NEURON_RT_LOG_LEVEL", "my-Info-level")).consoleLevel())
                .isEqualTo(LogLevel.INFO);
        Nlog nlog = Nlog.silent();
        NrtStatus status = ConfigurationCheck.run(
                new RuntimeConfiguration(
                        Map.of("NEURON_RT_LOG_LEVEL_TDRV", "loud", "NEURON_RT_LOG_LOCATION", "printer")),
                RuntimeProfile.DEFAULT,
                nlog);
        assertThat(status).isEqualTo(NrtStatus.NRT_SUCCESS);
        assertThat(nlog.records())
                .extracting(LogRecord::message)
                .containsExactly(
                        "invalid level loud, default to ERROR",
                        "invalid log location setting ERROR, default to CONSOLE");
    }

    /** nrt-api.md §5: the grammar. */
    @Test
    void visibleCoresAreASet() {
        assertThat(VisibleCores.parse("3,0-2,1").orElseThrow().cores()).containsExactly(0, 1, 2, 3);
        assertThat(VisibleCores.parse("0-3,5").orElseThrow().isContiguous()).isFalse();
        assertThat(VisibleCores.parse("4-6").orElseThrow().isContiguous()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "1,", "3-1", "1--2", "-1", "0:3"})
    void malformedVisibleCoresAreRefused(String text) {
        assertThat(VisibleCores.parse(text)).isEmpty();
    }
}
