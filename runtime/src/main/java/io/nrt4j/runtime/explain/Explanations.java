package io.nrt4j.runtime.explain;

import io.nrt4j.loader.diagnostics.NrtStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The error catalogue: what is known about the texts of errors.md §3 to §9. */
public final class Explanations {
    private static final String RESOURCE = "explanations.txt";

    private Explanations() {}

    /** All entries, in the order of the catalogue. */
    public static List<Explanation> all() {
        try (InputStream in = Explanations.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + RESOURCE);
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Entries are blocks of {@code key: value} lines with empty lines between them. */
    private static List<Explanation> parse(String resource) {
        List<Explanation> entries = new ArrayList<>();
        for (String block : resource.split("\n\\s*\n", -1)) {
            Map<String, String> fields = new LinkedHashMap<>();
            block.lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .forEach(line -> {
                        int colon = line.indexOf(": ");
                        fields.put(line.substring(0, colon), line.substring(colon + 2));
                    });
            if (!fields.isEmpty()) {
                entries.add(entry(fields));
            }
        }
        return List.copyOf(entries);
    }

    private static Explanation entry(Map<String, String> fields) {
        return new Explanation(
                field(fields, "text"),
                Optional.ofNullable(fields.get("status"))
                        .map(Integer::valueOf)
                        .flatMap(NrtStatus::fromCode)
                        .map(status -> status.name() + " (" + status.code() + ")"),
                fields.getOrDefault("versions", "all"),
                field(fields, "means"),
                field(fields, "do"),
                Optional.ofNullable(fields.get("limits")),
                field(fields, "source"));
    }

    private static String field(Map<String, String> fields, String name) {
        return Optional.ofNullable(fields.get(name))
                .orElseThrow(() -> new IllegalStateException("no " + name + " in " + fields));
    }
}
