package io.nrt4j.runtime.config;

import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.container.HashCheck;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.image.CollectiveOptions;
import io.nrt4j.loader.manifest.Fp8Overrides;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.ucode.UcodeOptions;
import io.nrt4j.loader.variable.ScratchpadSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The runtime's configuration: the {@code NEURON_*} variables of a map that stands for the process environment, with
 * their defaults.
 *
 * <p>A value that cannot be read counts as absent here; {@link ConfigurationCheck} is what {@code nrt_init} says to it.
 * Source: nrt-api.md §4.2, §5 and §6, errors.md §1.2, q7.md §1.8 and §6.4.
 *
 * @param variables names and values
 */
public record RuntimeConfiguration(Map<String, String> variables) {
    /** More requests in flight than this count as this many. */
    public static final int MAX_INFLIGHT_REQUESTS = 63;

    /** A configuration without any variable. */
    public static final RuntimeConfiguration EMPTY = new RuntimeConfiguration(Map.of());

    public RuntimeConfiguration {
        variables = Map.copyOf(variables);
    }

    /** What the process that runs the emulator has in its environment. */
    public static RuntimeConfiguration ofProcess() {
        return new RuntimeConfiguration(System.getenv());
    }

    /** Options of a load by this runtime. */
    public LoadOptions loadOptions(RuntimeProfile profile) {
        return LoadOptions.DEFAULT
                .withProfile(profile)
                .withAllowLegacyNeff(number("NEURON_RT_ALLOW_LEGACY_NEFF") != 0)
                .withHashCheck(flag("NEURON_RT_VALIDATE_HASH") ? HashCheck.STRICT : HashCheck.OFF)
                .withUcode(UcodeOptions.defaults().withEnvironment(variables))
                .withCollectives(CollectiveOptions.SINGLE.withNop(number("NEURON_RT_DBG_CC_NOP") != 0))
                .withFp8(fp8Overrides())
                .withSharesWeights(flag("NEURON_RT_MULTI_INSTANCE_SHARED_WEIGHTS"))
                .withMemoryTables(memoryTables());
    }

    /** Only variables that are set replace a value. Source: manifest.md §7.5. */
    private Fp8Overrides fp8Overrides() {
        return new Fp8Overrides(
                override("NEURON_RT_DBG_FP8_RANGE_EXT"),
                exponent("NEURON_RT_DBG_FP8_EMAX_E4M3"),
                exponent("NEURON_RT_DBG_FP8_EMAX_E5M2"),
                override("NEURON_RT_DBG_OCP_FP8_SAT"),
                override("NEURON_RT_DBG_FP8_SIS"),
                override("NEURON_RT_DBG_FP8_SNS"));
    }

    private Optional<Boolean> override(String name) {
        return given(name).map(value -> value != 0);
    }

    private OptionalInt exponent(String name) {
        return given(name).map(value -> OptionalInt.of(value.intValue())).orElse(OptionalInt.empty());
    }

    /** The configured logical-core size, if a variable says one. */
    public Optional<Integer> logicalCoreSize() {
        return given("NEURON_LOGICAL_NC_CONFIG")
                .or(() -> given("NEURON_RT_VIRTUAL_CORE_SIZE"))
                .map(Long::intValue);
    }

    /** How many devices of an instance the runtime sees. */
    public int devices(InstanceType instance) {
        long asked = number("NEURON_DEVICE_COUNT");
        boolean fewer = asked > 0 && asked < instance.devices();
        return fewer ? (int) asked : instance.devices();
    }

    /** Cores asked for; 0 for all. */
    public long coreCount() {
        return number("NEURON_RT_NUM_CORES");
    }

    /** The text of {@code NEURON_RT_VISIBLE_CORES}; empty where it is not set, or set to nothing. */
    public Optional<String> visibleCores() {
        return text("NEURON_RT_VISIBLE_CORES");
    }

    /** The value of {@code NEURON_RT_FAKE_INSTANCE_TYPE}. */
    public Optional<String> fakeInstanceType() {
        return text("NEURON_RT_FAKE_INSTANCE_TYPE");
    }

    /** The rendezvous of several ranks, {@code host:port}. */
    public Optional<String> rootCommunicator() {
        return text("NEURON_RT_ROOT_COMM_ID");
    }

    /** Whether cores are reset when the runtime takes them; a number in one log line. */
    public long resetCores() {
        return number("NEURON_RT_RESET_CORES");
    }

    /** Requests that {@code nrt_execute} queues without waiting; 0 for none. */
    public int asyncRequestsInFlight() {
        long requests = number("NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS");
        return Long.compareUnsigned(requests, MAX_INFLIGHT_REQUESTS) > 0 ? MAX_INFLIGHT_REQUESTS : (int) requests;
    }

    /** After how long a request is given up. */
    public Duration executionTimeout() {
        long seconds = number("NEURON_RT_EXEC_TIMEOUT");
        return Duration.ofSeconds(seconds < 0 || seconds > Integer.MAX_VALUE ? Integer.MAX_VALUE : seconds);
    }

    /** Whether a result that is no number ends a request with status 1003. */
    public boolean failsOnNan() {
        return number("NEURON_FAIL_ON_NAN") != 0
                || text("NEURON_RT_NUMERICAL_ERRORS_VERBOSITY")
                        .filter(v -> v.toLowerCase(Locale.ROOT).equals("critical"))
                        .isPresent();
    }

    /** What {@code nrt_init} gives every core to round with; empty where no variable asks for stochastic rounding. */
    public Optional<Long> stochasticRoundingSeed() {
        return given("NEURON_RT_STOCHASTIC_ROUNDING_SEED")
                .or(() -> given("NEURON_RT_STOCHASTIC_ROUNDING_EN")
                        .filter(on -> on != 0)
                        .map(on -> 0L));
    }

    /** Whether device memory may be exported to other devices. */
    public boolean peerToPeer() {
        return number("NEURON_RT_ENABLE_P2P") != 0;
    }

    /** Where the memory table of an allocation that failed is also written; nowhere unless a variable says so. */
    public Optional<Path> memoryTables() {
        return Optional.ofNullable(variables.get("NEURON_RT_OOM_DUMP_DIRECTORY"))
                .filter(directory -> !directory.isBlank() && directory.indexOf('\0') < 0)
                .map(Path::of);
    }

    /** How scratchpads are paged. Of the two names of the page size, the newer one wins. */
    public ScratchpadSettings scratchpad() {
        long mib = given("NEURON_SCRATCHPAD_PAGE_SIZE")
                .or(() -> given("NEURON_RT_ONE_TMPBUF_PAGE_SIZE_MB"))
                .orElse(ScratchpadSettings.DEFAULT.pageSizeMib());
        return new ScratchpadSettings(
                mib, number("NEURON_RT_CONTIGUOUS_SCRATCHPAD") != 0, ScratchpadSettings.DEFAULT.driverMapsContiguous());
    }

    /** The most verbose level that the console prints: a substring of the value decides (errors.md §1.2). */
    public LogLevel consoleLevel() {
        return text("NEURON_RT_LOG_LEVEL").flatMap(RuntimeConfiguration::level).orElse(LogLevel.ERROR);
    }

    /** Whether the ERROR lines of one call come out as one record. */
    public boolean coalescesErrors() {
        return flag("NEURON_RT_LOG_COALESCING_ENABLED");
    }

    /** The variables whose names begin with {@code NEURON}, by name: what the infodump lists. */
    public Map<String, String> neuronVariables() {
        Map<String, String> neuron = new TreeMap<>(variables);
        neuron.keySet().removeIf(name -> !name.startsWith("NEURON"));
        return neuron;
    }

    /** The level whose name the text contains, in any case; the first of the scale if there are several. */
    public static Optional<LogLevel> level(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        return Arrays.stream(LogLevel.values())
                .filter(level -> upper.contains(level.name()))
                .findFirst();
    }

    /** A text variable that is set to something, or its default. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(variables.get(name))
                .filter(value -> !value.isBlank())
                .or(() -> RuntimeVariables.find(name).flatMap(RuntimeVariable::defaultText));
    }

    /** An unsigned number or its default; 0 where there is neither. */
    public long number(String name) {
        return given(name)
                .or(() -> RuntimeVariables.find(name)
                        .flatMap(RuntimeVariable::defaultText)
                        .flatMap(RuntimeVariable::unsigned))
                .orElse(0L);
    }

    private Optional<Long> given(String name) {
        return Optional.ofNullable(variables.get(name)).flatMap(RuntimeVariable::unsigned);
    }

    private boolean flag(String name) {
        return text(name).flatMap(RuntimeVariable::bool).orElse(false);
    }
}
