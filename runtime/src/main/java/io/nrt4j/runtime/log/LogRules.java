package io.nrt4j.runtime.log;

import io.nrt4j.loader.diagnostics.LogLevel;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.runtime.config.LogLocation;
import io.nrt4j.runtime.config.RuntimeConfiguration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Which records are printed, and where: {@code NEURON_RT_LOG_LEVEL}, {@code NEURON_RT_LOG_LOCATION}, and both of them for
 * single modules.
 *
 * <p>Source: errors.md §1.2.
 *
 * @param level the most verbose level that is printed
 * @param levels the same for modules, by the first four characters of their names
 * @param location where records go
 * @param locations the same for modules
 */
public record LogRules(
        LogLevel level, Map<String, LogLevel> levels, LogLocation location, Map<String, LogLocation> locations) {
    private static final String LEVEL = "NEURON_RT_LOG_LEVEL";
    private static final String LOCATION = "NEURON_RT_LOG_LOCATION";
    private static final int SIGNIFICANT = 4;

    public LogRules {
        levels = Map.copyOf(levels);
        locations = Map.copyOf(locations);
    }

    /** What an environment asks for; a level that it does not name is ERROR, a place the console. */
    public static LogRules of(RuntimeConfiguration configuration) {
        return new LogRules(
                configuration.consoleLevel(),
                byModule(
                        configuration,
                        LEVEL,
                        text -> RuntimeConfiguration.level(text).orElse(LogLevel.ERROR)),
                configuration.text(LOCATION).flatMap(LogLocation::of).orElse(LogLocation.CONSOLE),
                byModule(configuration, LOCATION, text -> LogLocation.of(text).orElse(LogLocation.CONSOLE)));
    }

    private static <T> Map<String, T> byModule(
            RuntimeConfiguration configuration, String variable, Function<String, T> reader) {
        String prefix = variable + "_";
        Map<String, T> rules = new HashMap<>();
        configuration.variables().forEach((name, value) -> {
            if (name.startsWith(prefix) && !value.isBlank()) {
                rules.put(key(name.substring(prefix.length())), reader.apply(value));
            }
        });
        return rules;
    }

    /** Whether a record is printed at all. */
    public boolean prints(LogRecord record) {
        LogLevel threshold = levels.getOrDefault(key(record.module()), level);
        return record.level() != LogLevel.DISABLED && record.level().compareTo(threshold) <= 0;
    }

    /** Where a record goes. */
    public LogLocation location(LogRecord record) {
        return locations.getOrDefault(key(record.module()), location);
    }

    private static String key(String module) {
        return module.substring(0, Math.min(SIGNIFICANT, module.length()));
    }
}
