package io.nrt4j.loader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.CoreMap;
import io.nrt4j.hal.InstanceType;
import io.nrt4j.hal.device.DeviceOptions;
import io.nrt4j.hal.device.Instance;
import io.nrt4j.hal.isa.Disassembler;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.VariableNames;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.image.EngineImage;
import io.nrt4j.loader.listing.SemaphoreOwners;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The loaded images as text against every instruction that the profiler saw executing, by program counter.
 *
 * <p>Operands are compared as printed. A device address that depends on what was loaded before counts as equal when it
 * stands for the same object throughout the file: one real address, one address here. Source: corpus/hw-profiles.md.
 */
@Tag("corpus")
class TracedImagesCorpusTest {
    private static final Pattern DEVICE_ADDRESS = Pattern.compile("0x800[0-9a-f]{9}");

    @ParameterizedTest
    @ValueSource(strings = {"tkf-fused_attention", "tkf-baseline_attention", "tkf-baseline_bf16_s1024"})
    void everyTracedInstructionIsTheLoadedOne(String name) throws IOException {
        JsonNode trace = Corpus.profile(name);
        Comparison comparison = new Comparison();
        RuntimeProfile profile = RuntimeProfile.named("2.30.51").orElseThrow();
        DeviceOptions realCores = DeviceOptions.DEFAULT.withCoreMap(CoreMap.SENG_SWAP);
        try (Instance instance = new Instance(InstanceType.TRN2_3XLARGE, 2, realCores);
                ByteSource source = ByteSource.open(Corpus.neff(name + ".neff"));
                LoadedModel model = new NeffLoader(LoadOptions.DEFAULT.withProfile(profile))
                        .load(source, PlacementChooser.fixed(new Placement(instance, 0)), Nlog.silent())) {
            for (JsonNode instruction : trace.get("instruction")) {
                comparison.compare(instruction, model);
            }
        }
        System.out.println(name + ": " + comparison);
        assertThat(comparison.different).isEmpty();
    }

    /** Counts, and the addresses that correspond so far. */
    private static final class Comparison {
        private int total;
        private int identical;
        private int sameObjects;
        private final List<String> different = new ArrayList<>();
        private final Map<String, String> realToOurs = new HashMap<>();
        private final Map<String, String> oursToReal = new HashMap<>();

        void compare(JsonNode traced, LoadedModel model) {
            total++;
            int graph = Integer.parseInt(traced.get("subgraph").asText().substring(2));
            EngineImage image = model.images()
                    .program(graph)
                    .image(Corpus.engineInProfiles(traced.get("subgroup").asText()));
            Disassembler disassembler = new Disassembler(
                    Generation.V3,
                    SemaphoreOwners.of(model.manifest().definitions().get(graph)),
                    VariableNames.BY_ID);
            int pc = traced.get("pc").asInt();
            String ours = disassembler.disassemble(image.slot(pc)).text();
            String real = (traced.get("opcode").asText() + " "
                            + traced.get("operands").asText())
                    .replaceAll("\\s+", " ")
                    .strip();
            if (ours.equals(real)) {
                identical++;
            } else if (sameShape(real, ours) && sameObjects(real, ours)) {
                sameObjects++;
            } else {
                different.add(traced.get("subgraph").asText() + " " + image.engine() + " pc " + pc + ": " + ours
                        + " | traced: " + real);
            }
        }

        private static boolean sameShape(String real, String ours) {
            return DEVICE_ADDRESS
                    .matcher(real)
                    .replaceAll("@")
                    .equals(DEVICE_ADDRESS.matcher(ours).replaceAll("@"));
        }

        private boolean sameObjects(String real, String ours) {
            Matcher theirs = DEVICE_ADDRESS.matcher(real);
            Matcher mine = DEVICE_ADDRESS.matcher(ours);
            while (theirs.find() && mine.find()) {
                String known = realToOurs.putIfAbsent(theirs.group(), mine.group());
                String back = oursToReal.putIfAbsent(mine.group(), theirs.group());
                if ((known != null && !known.equals(mine.group())) || (back != null && !back.equals(theirs.group()))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return total + " traced instructions, " + identical + " identical, " + sameObjects
                    + " with another address of the same object, " + different.size() + " different";
        }
    }
}
