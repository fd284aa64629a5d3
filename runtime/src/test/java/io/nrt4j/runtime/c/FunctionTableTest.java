package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether all functions are there, and their table is up to date. */
class FunctionTableTest {
    private static final Path TABLE = Path.of("docs/nrt-functions.md");

    /** The names of nrt-api.md §4, and behind its {@code config_*} and {@code fetch_options_*} those of the headers. */
    @Test
    void everyFunctionOfTheApiIsThere() throws IOException {
        List<String> names;
        try (InputStream in = FunctionTableTest.class.getResourceAsStream("functions.txt")) {
            names = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
        assertThat(names).hasSize(127).doesNotHaveDuplicates();
        assertThat(FunctionCatalogue.functions())
                .extracting(Method::getName)
                .containsExactlyInAnyOrderElementsOf(names);
    }

    /** With {@code -Dnrt4j.update=true} the table is written anew. */
    @Test
    void theTableIsUpToDate() throws IOException {
        String table = FunctionTable.markdown();
        if (Boolean.getBoolean("nrt4j.update")) {
            Files.writeString(TABLE, table);
        }
        assertThat(Files.readString(TABLE)).isEqualTo(table);
    }
}
