package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Device memory by usage against what the real runtime recorded per core: 68 records of trn2.
 *
 * <p>Source: corpus/images/README.md ({@code memory}), corpus/hw-profiles.md ("Memory accounting"). Tensors are the
 * caller's, so their line is compared with the sizes of inputs and outputs; profiler buffers exist only because of the
 * capture.
 */
@Tag("corpus")
class MemoryAccountingCorpusTest {
    /** The names of the records, in the order of the runtime's numbers (memory.md §5.1). */
    private static final String[] NAMES = {
        "generic",
        "pe",
        "act",
        "pool",
        "io",
        "spill",
        "weight",
        "profiler buffers",
        "act table",
        "dve",
        "sp",
        "shared scratchpad",
        "tensor",
        "ucode",
        "pool stdio",
        "collectives",
        "scratchpad",
        "xt cc",
        "dma rings runtime",
        "dma rings spill",
        "dma rings io",
        "dma rings collectives"
    };

    private static int records;
    private static int equal;

    static Stream<Path> descriptions() {
        return Corpus.images().filter(p -> read(p).get("instance").asText().startsWith("trn2"));
    }

    private static JsonNode read(Path description) {
        return Corpus.json("images/" + description.getFileName());
    }

    @ParameterizedTest
    @MethodSource("descriptions")
    void equalsTheRecord(Path file) {
        JsonNode description = read(file);
        RuntimeProfile profile =
                RuntimeProfile.named(description.get("runtime").asText()).orElseThrow();
        Path neff = Corpus.neff(description.get("neff").asText());
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 2, DeviceOptions.DEFAULT);
                ByteSource source = ByteSource.open(neff);
                LoadedModel model = new NeffLoader(LoadOptions.DEFAULT.withProfile(profile))
                        .load(source, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent())) {
            for (int graph = 0; graph < 2; graph++) {
                records++;
                Map<String, Long> expected =
                        expected(description.get("graphs").get(graph).get("memory"));
                Map<String, Long> found = found(model, graph);
                assertThat(found).as("core %d, by usage", graph).isEqualTo(expected);
                equal++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Long> expected(JsonNode memory) {
        Map<String, Long> bytes = new TreeMap<>();
        memory.properties().forEach(f -> bytes.put(f.getKey(), f.getValue().asLong()));
        bytes.remove("profiler buffers");
        return bytes;
    }

    private static Map<String, Long> found(LoadedModel model, int graph) {
        Map<String, Long> bytes = new TreeMap<>();
        AccountedMemory.of(model, graph).forEach((kind, sum) -> bytes.put(NAMES[kind.code()], sum));
        return bytes;
    }

    @AfterAll
    static void report() {
        System.out.println("memory records: " + equal + " of " + records + " equal, line by line");
    }
}
