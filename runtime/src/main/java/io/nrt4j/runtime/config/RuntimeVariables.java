package io.nrt4j.runtime.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The table of all environment variables that libnrt reads. Source: nrt-api.md §6. */
public final class RuntimeVariables {
    private static final String RESOURCE = "variables.txt";
    private static final String PREFIX = "NEURON_RT_";
    private static final Map<String, RuntimeVariable> BY_NAME = read();

    private RuntimeVariables() {}

    /** All variables, in the order of the sheet. */
    public static Collection<RuntimeVariable> all() {
        return BY_NAME.values();
    }

    /** The variable of a whole name; empty for one that the runtime does not read. */
    public static Optional<RuntimeVariable> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    private static Map<String, RuntimeVariable> read() {
        Map<String, RuntimeVariable> table = new LinkedHashMap<>();
        try (InputStream in = RuntimeVariables.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + RESOURCE);
            }
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(RuntimeVariables::row)
                    .forEach(variable -> table.put(variable.name(), variable));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Collections.unmodifiableMap(table);
    }

    private static RuntimeVariable row(String line) {
        String[] parts = line.split(" \\| ", 2);
        String[] columns = parts[0].split(" ", 3);
        String name = columns[0].startsWith(".") ? PREFIX + columns[0].substring(1) : columns[0];
        return new RuntimeVariable(
                name,
                RuntimeVariable.Kind.valueOf(columns[1].toUpperCase(Locale.ROOT)),
                columns[2].equals("-") ? Optional.empty() : Optional.of(columns[2]),
                parts.length == 1 ? Optional.empty() : Optional.of(parts[1]));
    }
}
