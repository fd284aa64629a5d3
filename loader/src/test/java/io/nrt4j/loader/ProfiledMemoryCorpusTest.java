package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.memory.MemoryUsage;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Device memory by usage against the table of the profiles, line by line; what only the capture needs is left out of
 * its lines and of its sums. Source: corpus/hw-profiles.md ("Memory accounting").
 */
@Tag("corpus")
class ProfiledMemoryCorpusTest {
    private static final String TOTAL = "Total";

    /** The physical core of the first graph in all three profiles; the second follows. */
    private static final int FIRST_CORE = 4;

    @ParameterizedTest
    @ValueSource(strings = {"tkf-fused_attention", "tkf-baseline_attention", "tkf-baseline_bf16_s1024"})
    void equalsTheProfile(String name) throws IOException {
        RuntimeProfile profile = RuntimeProfile.named("2.30.51").orElseThrow();
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 2, DeviceOptions.DEFAULT);
                ByteSource source = ByteSource.open(Corpus.neff(name + ".neff"));
                LoadedModel model = new NeffLoader(LoadOptions.DEFAULT.withProfile(profile))
                        .load(source, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent())) {
            JsonNode usage = Corpus.profile(name).get("nc_mem_usage");
            for (int graph = 0; graph < 2; graph++) {
                Map<String, Long> expected = expected(usage, FIRST_CORE + graph);
                Map<String, Long> found = found(model, graph);
                print(name, graph, expected, found);
                assertThat(found).as("core of sg%02d", graph).isEqualTo(expected);
            }
        }
    }

    private static Map<String, Long> expected(JsonNode usage, int core) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (JsonNode line : usage) {
            if (line.get("nc").asInt() == core) {
                bytes.put(
                        line.get("usage_type").asText(),
                        line.get("amount_bytes").asLong());
            }
        }
        bytes.merge(TOTAL, -bytes.remove(MemoryUsage.NOTIFICATION.profilerName()), Long::sum);
        return bytes;
    }

    private static Map<String, Long> found(LoadedModel model, int graph) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        AccountedMemory.of(model, graph).forEach((kind, sum) -> bytes.put(kind.profilerName(), sum));
        bytes.put(TOTAL, bytes.values().stream().mapToLong(Long::longValue).sum());
        return bytes;
    }

    private static void print(String name, int graph, Map<String, Long> expected, Map<String, Long> found) {
        StringBuilder table = new StringBuilder("%s sg%02d, bytes%n".formatted(name, graph));
        expected.forEach((line, bytes) ->
                table.append("  %-24s profile %10d, found %10d%n".formatted(line, bytes, found.get(line))));
        System.out.print(table);
    }
}
