package io.nrt4j.loader.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The directory of real compiler-made NEFFs and what is known about them.
 *
 * <p>Found through the environment variable {@code NRT4J_CORPUS}, else as {@code shared/corpus} beside the project.
 * Where it is absent the calling test is skipped and says so.
 */
public final class Corpus {
    private static final Path ROOT = locate();

    private Corpus() {}

    /** Whether the corpus is there. */
    public static boolean present() {
        return Files.isDirectory(ROOT.resolve("neffs"));
    }

    /** The corpus directory; skips the test where it is absent. */
    public static Path root() {
        assumeTrue(present(), () -> "no corpus at " + ROOT + " (set NRT4J_CORPUS)");
        return ROOT;
    }

    /** One NEFF by its file name, such as {@code nkipy-matmul_small.neff}. */
    public static Path neff(String name) {
        return root().resolve("neffs").resolve(name);
    }

    /** All NEFFs, sorted by name; empty where the corpus is absent, so that it can feed a parametrised test. */
    public static Stream<Path> neffs() {
        if (!present()) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(ROOT.resolve("neffs"))) {
            List<Path> sorted =
                    files.filter(p -> p.toString().endsWith(".neff")).sorted().toList();
            return sorted.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code manifest.json}: file name to what an independent reader found. */
    public static JsonNode manifest() {
        return json("manifest.json");
    }

    /** A JSON file of the corpus by its path relative to the root. */
    public static JsonNode json(String relativePath) {
        try {
            return new ObjectMapper().readTree(root().resolve(relativePath).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The profiler's report on an execution of {@code name.neff}. */
    public static JsonNode profile(String name) {
        Path file = root().resolve("profiles/" + name + ".profile.json.gz");
        try (InputStream json = new GZIPInputStream(Files.newInputStream(file))) {
            return new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path locate() {
        String configured = System.getenv("NRT4J_CORPUS");
        if (configured != null && !configured.isBlank()) {
            return Path.of(configured).toAbsolutePath();
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path dir = start; dir != null; dir = dir.getParent()) {
            Path candidate = dir.resolve("shared").resolve("corpus");
            if (Files.isDirectory(candidate)) {
                return candidate;
            }
        }
        return start.resolve("../shared/corpus").normalize();
    }
}
