package io.nrt4j.runtime.config;

import io.nrt4j.loader.diagnostics.LogMessage;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.diagnostics.NrtStatus;
import io.nrt4j.loader.profile.RuntimeProfile;
import java.util.Set;
import java.util.TreeMap;

/**
 * What {@code nrt_init} says to the environment ({@code nrt_config_parse_init_config}): every variable is judged, and
 * one that cannot be read fails the call after all of them were.
 *
 * <p>Source: nrt-api.md §3.1 step 4, §6, §9; errors.md §1.2.
 */
public final class ConfigurationCheck {
    private static final String MODULE = "NRT";
    private static final String FUNCTION = "nrt_config_parse_init_config";

    /** The runtime's own text is not known. */
    private static final LogMessage INVALID_VALUE = LogMessage.error(MODULE, FUNCTION, "Invalid value for %s: %s");

    /** The text is known up to "items" and from "ignoring" on. */
    private static final LogMessage TOO_MANY_ITEMS =
            LogMessage.warn(MODULE, FUNCTION, "%s has more items than expected, ignoring extra");

    private static final LogMessage NOT_POWER_OF_TWO =
            LogMessage.error(MODULE, FUNCTION, "%s must be a power of two, got %lu");
    private static final LogMessage PATH_TOO_LONG = LogMessage.error(MODULE, FUNCTION, "Output path too long");
    /** That there is a warning is known, its text is not. */
    private static final LogMessage DEBUG_SWITCH = LogMessage.warn(MODULE, FUNCTION, "%s is set");

    private static final LogMessage BAD_LEVEL =
            LogMessage.warn("NLOG", "nlog_init", "invalid level %s, default to ERROR");
    /** Prints the level where the location belongs: so does the runtime. */
    private static final LogMessage BAD_LOCATION =
            LogMessage.warn("NLOG", "nlog_init", "invalid log location setting %s, default to CONSOLE");

    private static final LogMessage IMPLICIT_ASYNC = LogMessage.warn(
            MODULE,
            FUNCTION,
            "Implicit Async using NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS will not be supported in a future release"
                    + " of the Neuron Runtime. Migrate to using the new Neuron Runtime Async APIs to address the risk of"
                    + " this future breaking change."
                    + " https://awsdocs-neuron.readthedocs-hosted.com/en/latest/neuron-runtime/api/nrt-async-api-overview.html");

    private static final int MAX_PACKET_SIZES = 16;
    private static final int MAX_HISTOGRAM_PATH = 127;
    private static final int MAX_OOM_DIRECTORY = 200;
    private static final Set<String> WARNED_WHEN_SET =
            Set.of("NEURON_RT_DBG_CC_FORCE_SINGLE_RANK_RG", "NEURON_RT_DBG_CC_NOP");

    private final RuntimeConfiguration configuration;
    private final RuntimeProfile profile;
    private final Nlog nlog;
    private NrtStatus worst = NrtStatus.NRT_SUCCESS;

    private ConfigurationCheck(RuntimeConfiguration configuration, RuntimeProfile profile, Nlog nlog) {
        this.configuration = configuration;
        this.profile = profile;
        this.nlog = nlog;
    }

    /**
     * Judges every variable.
     *
     * @param nlog receives one line for each finding
     * @return NRT_INVALID if any value cannot be read, else NRT_SUCCESS
     */
    public static NrtStatus run(RuntimeConfiguration configuration, RuntimeProfile profile, Nlog nlog) {
        ConfigurationCheck check = new ConfigurationCheck(configuration, profile, nlog);
        new TreeMap<>(configuration.variables()).forEach(check::judge);
        return check.worst;
    }

    private void judge(String name, String value) {
        if (value.isBlank()) {
            return;
        }
        if (name.startsWith("NEURON_RT_LOG_")) {
            judgeLogging(name, value);
        }
        boolean readable = RuntimeVariables.find(name)
                .map(variable -> variable.accepts(value))
                .orElse(true);
        if (readable) {
            judgeRange(name, value);
        } else {
            fail(INVALID_VALUE, name, value);
        }
    }

    private void judgeLogging(String name, String value) {
        if (name.startsWith("NEURON_RT_LOG_LEVEL")
                && RuntimeConfiguration.level(value).isEmpty()) {
            nlog.log(BAD_LEVEL, value);
        } else if (name.startsWith("NEURON_RT_LOG_LOCATION")
                && LogLocation.of(value).isEmpty()) {
            nlog.log(BAD_LOCATION, configuration.text("NEURON_RT_LOG_LEVEL").orElse("ERROR"));
        }
    }

    private void judgeRange(String name, String value) {
        switch (name) {
            case "NEURON_RT_DBG_CC_DMA_PACKET_SIZE" -> {
                if (value.split(",", -1).length > MAX_PACKET_SIZES) {
                    nlog.log(TOO_MANY_ITEMS, name);
                }
            }
            case "NEURON_RT_DBG_CC_PROXY_HISTOGRAM_CONFIG" -> judgeHistogram(name, value);
            case "NEURON_RT_DEBUG_STREAM_BUFFER_SIZE" -> {
                if (Long.bitCount(configuration.number(name)) != 1) {
                    fail(NOT_POWER_OF_TWO, name, configuration.number(name));
                }
            }
            case "NEURON_RT_OOM_DUMP_DIRECTORY" -> {
                if (value.length() > MAX_OOM_DIRECTORY) {
                    fail(INVALID_VALUE, name, value);
                }
            }
            case "NEURON_RT_ASYNC_EXEC_MAX_INFLIGHT_REQUESTS" -> {
                boolean warns =
                        !profile.version().isBefore(2, 32) && profile.version().isBefore(2, 34);
                if (warns && configuration.number(name) != 0) {
                    nlog.log(IMPLICIT_ASYNC);
                }
            }
            default -> {
                if (WARNED_WHEN_SET.contains(name) && configuration.number(name) != 0) {
                    nlog.log(DEBUG_SWITCH, name);
                }
            }
        }
    }

    private void judgeHistogram(String name, String value) {
        String[] tokens = value.split("[ ,:]", -1);
        if (tokens.length != 5) {
            fail(INVALID_VALUE, name, value);
        } else if (tokens[0].length() > MAX_HISTOGRAM_PATH) {
            fail(PATH_TOO_LONG);
        }
    }

    private void fail(LogMessage message, Object... args) {
        nlog.log(message, args);
        worst = NrtStatus.NRT_INVALID;
    }
}
