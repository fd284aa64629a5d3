package io.nrt4j.loader.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.loader.listing.SemaphoreOwners;
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
    private static final String PROFILE = ".profile.json.gz";

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
        return files("neffs", ".neff");
    }

    /** The descriptions of the images that real runtimes built, as {@link #neffs}. Source: images/README.md. */
    public static Stream<Path> images() {
        return files("images", ".json");
    }

    private static Stream<Path> files(String directory, String suffix) {
        if (!present()) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(ROOT.resolve(directory))) {
            List<Path> sorted =
                    files.filter(p -> p.toString().endsWith(suffix)).sorted().toList();
            if (sorted.isEmpty()) {
                throw new IllegalStateException("a corpus without " + directory);
            }
            return sorted.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code manifest.json}: file name to what an independent reader found. */
    public static JsonNode manifest() {
        return json("manifest.json");
    }

    /** The architecture that a NEFF was compiled for; the oldest name none. */
    public static Arch arch(Path neff) {
        String target =
                manifest().get(neff.getFileName().toString()).path("target").asText();
        return Stream.of(Arch.values())
                .filter(a -> a.target().equals(target))
                .findFirst()
                .orElse(Arch.TONGA);
    }

    /** The smallest instance that runs a NEFF. */
    public static InstanceType instanceType(Path neff) {
        return switch (arch(neff)) {
            case SUNDA -> InstanceType.TRN1_2XLARGE;
            case CAYMAN -> InstanceType.TRN2_3XLARGE;
            case TONGA -> InstanceType.INF1_XLARGE;
            case MARIANA -> throw new IllegalArgumentException("no NEFF of the corpus is for mariana");
        };
    }

    /** A JSON file of the corpus by its path relative to the root. */
    public static JsonNode json(String relativePath) {
        try {
            return new ObjectMapper().readTree(root().resolve(relativePath).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names for {@link #profile}, as {@link #neffs}. */
    public static Stream<String> profiles() {
        return files("profiles", PROFILE).map(p -> p.getFileName().toString().replace(PROFILE, ""));
    }

    /** The engine that profiles call by this name, such as {@code GpSimd}. */
    public static EngineType engineInProfiles(String name) {
        return Stream.of(EngineType.values())
                .filter(e -> SemaphoreOwners.nameInProfiles(e).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name));
    }

    /** The profiler's report on an execution of {@code name.neff}. */
    public static JsonNode profile(String name) {
        Path file = root().resolve("profiles").resolve(name + PROFILE);
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
