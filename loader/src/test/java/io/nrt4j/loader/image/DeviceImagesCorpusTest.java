package io.nrt4j.loader.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.AddressMap;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.profile.RuntimeProfile;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The assembler's images against the 385 that the real runtime made, byte for byte, with their patch tables.
 *
 * <p>Addresses that the real allocator chose are read from the images; everything else comes from the NEFF and the
 * runtime's version. Source: image-assembly.md §0, §7-§10, §12.
 */
@Tag("corpus")
class DeviceImagesCorpusTest {
    private static int compared;
    private static int equal;
    private static final List<String> differing = new ArrayList<>();

    /** One image with what the assembler made in its place. */
    record Case(String neff, String runtime, String graph, EngineType engine, EngineImage built, RecordedImage real) {
        @Override
        public String toString() {
            return neff + " " + runtime + " " + graph + " " + engine;
        }
    }

    static Stream<Case> images() {
        return Corpus.images().flatMap(DeviceImagesCorpusTest::casesOf);
    }

    private static Stream<Case> casesOf(Path json) {
        JsonNode description = Corpus.json("images/" + json.getFileName());
        String neff = description.get("neff").asText();
        String runtime = description.get("runtime").asText();
        boolean sunda = description.get("instance").asText().startsWith("trn1");
        AddressMap map = AddressMap.of(sunda ? Arch.SUNDA : Arch.CAYMAN);
        RuntimeProfile profile = RuntimeProfile.named(runtime).orElseThrow();
        List<Case> cases = new ArrayList<>();
        try (CorpusModel model =
                CorpusModel.open(Corpus.neff(neff), map.geometry().arch())) {
            byte[] all = Files.readAllBytes(Path.of(json.toString().replace(".json", ".img")));
            List<SourceGraph> graphs = model.manifest().definitions().stream()
                    .map(definition -> SourceGraph.of(definition, Nlog.silent()))
                    .toList();
            boolean bounded = ImageAssembler.hasBoundedDynamicDma(graphs);
            for (JsonNode node : description.get("graphs")) {
                String name = node.get("graph").asText();
                int index = Integer.parseInt(name.substring(2));
                RecordedImage real = new RecordedImage(node, all);
                // A real trn2's first logical core is made of the physical cores 4 and 5 (hal.md §1.4).
                int core = sunda ? 0 : 4 + index;
                OptionalInt peer = graphs.size() > 1 ? OptionalInt.of(core ^ 1) : OptionalInt.empty();
                SourceGraph graph = graphs.get(index);
                RecordedAddresses addresses = new RecordedAddresses(real, graph, map, core);
                CoreResidents residents =
                        CoreResidents.place(profile, map.geometry().arch(), index, addresses);
                CoreProgram program = ImageAssembler.assemble(
                        new AssemblyInput(
                                profile,
                                map,
                                graph,
                                core,
                                peer,
                                addresses,
                                residents,
                                PoolLibraries.NONE,
                                bounded,
                                CollectiveOptions.SINGLE),
                        addresses,
                        Nlog.silent());
                program.images().forEach(i -> cases.add(new Case(neff, runtime, name, i.engine(), i, real)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("images")
    void isRebuiltByteForByte(Case image) {
        compared++;
        String difference = difference(image);
        if (difference.isEmpty()) {
            equal++;
        } else {
            differing.add(image + ": " + difference);
        }
        assertThat(difference).isEmpty();
    }

    private static String difference(Case image) {
        EngineImage built = image.built();
        RecordedImage real = image.real();
        int common = Math.min(built.slots(), real.slots(image.engine()));
        for (int i = 0; i < common; i++) {
            byte[] mine = built.slot(i).toBytes();
            byte[] theirs = real.slot(image.engine(), i).toBytes();
            if (!java.util.Arrays.equals(mine, theirs)) {
                return "slot %d of %d (%s) is%n  %s%nnot%n  %s"
                        .formatted(i, common, built.sections().of(i), hex(mine), hex(theirs));
            }
        }
        if (built.slots() != real.slots(image.engine())) {
            return built.slots() + " slots, not " + real.slots(image.engine());
        }
        List<List<Integer>> patches = built.patches().locations().stream()
                .map(l -> List.of(l.offset(), l.count(), l.type().code()))
                .toList();
        return patches.equals(real.patches(image.engine()))
                ? ""
                : "patches " + patches + ", not " + real.patches(image.engine());
    }

    private static String hex(byte[] slot) {
        return HexFormat.of().formatHex(slot, 0, Slot.BYTES);
    }

    @AfterAll
    static void report() {
        System.out.println("device images: " + equal + " of " + compared + " equal, patch tables included");
        differing.forEach(System.out::println);
    }
}
