package io.nrt4j.runtime.config;

import io.nrt4j.loader.LoadOptions;
import io.nrt4j.loader.container.HashCheck;
import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.ucode.UcodeOptions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The environment variables that a load reads, from a map that stands for the process environment.
 *
 * <p>Source: nrt-api.md §4 and §6, errors.md §1.2, q7.md §1.8 and §6.4.
 *
 * @param variables names and values
 */
public record LoadEnvironment(Map<String, String> variables) {
    public LoadEnvironment {
        variables = Map.copyOf(variables);
    }

    /** Options of a load by this runtime in this environment. */
    public LoadOptions loadOptions(RuntimeProfile profile) {
        return LoadOptions.DEFAULT
                .withProfile(profile)
                .withAllowLegacyNeff(flag("NEURON_RT_ALLOW_LEGACY_NEFF"))
                .withHashCheck(flag("NEURON_RT_VALIDATE_HASH") ? HashCheck.STRICT : HashCheck.OFF)
                .withUcode(UcodeOptions.defaults().withEnvironment(variables));
    }

    /** The configured logical-core size, if the environment has one. */
    public Optional<Integer> logicalCoreSize() {
        return number("NEURON_LOGICAL_NC_CONFIG").or(() -> number("NEURON_RT_VIRTUAL_CORE_SIZE"));
    }

    /** The most verbose level that the console prints: a substring of the value decides (errors.md §1.2). */
    public LogLevel consoleLevel() {
        String value = variables.getOrDefault("NEURON_RT_LOG_LEVEL", "").toUpperCase(Locale.ROOT);
        for (LogLevel level : LogLevel.values()) {
            if (value.contains(level.name())) {
                return level;
            }
        }
        return LogLevel.ERROR;
    }

    private boolean flag(String name) {
        String value = variables.getOrDefault(name, "").strip().toLowerCase(Locale.ROOT);
        return value.equals("1") || value.equals("true");
    }

    private Optional<Integer> number(String name) {
        try {
            return Optional.of(Integer.valueOf(variables.getOrDefault(name, "").strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
