package io.nrt4j.loader.pack.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nrt4j.loader.archive.ArchiveOptions;
import io.nrt4j.loader.archive.ArchiveReader;
import io.nrt4j.loader.archive.Member;
import io.nrt4j.loader.archive.MemberTable;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.diagnostics.Nlog;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Expected texts: producer.md §9.0. */
class JsonStyleTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Compilers up to 2.12, without the kernel-only 2.0.99229. */
    private static final Pattern EARLY = Pattern.compile("2\\.([2-9]|1[0-2])\\.");

    private static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void sortedAscendsByBytesAndIndentsByFour() {
        assertThat(JsonStyle.SORTED.print(tree("{'b':[1,[],{}],'#a':true,'B':null}".replace('\'', '"'))))
                .isEqualTo("""
                        {
                            "#a": true,
                            "B": null,
                            "b": [
                                1,
                                [],
                                {}
                            ]
                        }
                        """);
    }

    @Test
    void compactHasNoWhiteSpaceAndNoNewline() {
        assertThat(JsonStyle.COMPACT.print(tree("{\"name\":\"PE.json\",\"instr\":\"PE.bin\",\"dma\":[]}")))
                .isEqualTo("{\"dma\":[],\"instr\":\"PE.bin\",\"name\":\"PE.json\"}")
                // producer.md §9.8: "Sizes of empty forms: PE 44".
                .hasSize(44);
    }

    @Test
    void pythonKeepsTheOrderAndHasNoFinalNewline() {
        assertThat(JsonStyle.PYTHON_2.print(tree("{\"b\":1,\"a\":[2]}")))
                .isEqualTo("{\n  \"b\": 1,\n  \"a\": [\n    2\n  ]\n}");
    }

    @Test
    void onlyPythonEscapesLettersOutsideAscii() {
        JsonNode text = tree("\"\\u00e9\\u0001\\n\\\"\\\\\\u007f\"");
        assertThat(JsonStyle.COMPACT.print(text)).isEqualTo("\"é\\u0001\\n\\\"\\\\\u007f\"");
        assertThat(JsonStyle.PYTHON_4.print(text)).isEqualTo("\"\\u00e9\\u0001\\n\\\"\\\\\\u007f\"");
    }

    @Test
    void floatsAreTheShortestTextOrSeventeenDigits() {
        JsonNode numbers = tree("[1.0,0.1,2e-3,1e-5,1e15,123456789012345680,2.0E23,-0.0]");
        assertThat(JsonStyle.COMPACT.print(numbers))
                .isEqualTo("[1.0,0.1,0.002,1e-05,1e+15,123456789012345680,2e+23,-0.0]");
        assertThat(JsonStyle.PYTHON_2.print(tree("1e15"))).isEqualTo("1000000000000000.0");
        // producer.md §9.0 and §9.11: %.17g, with .0 if integral.
        assertThat(JsonStyle.JSONCPP.print(tree("{\"a\":0.1,\"b\":32.0}")))
                .isEqualTo("{\n   \"a\" : 0.10000000000000001,\n   \"b\" : 32.0\n}\n");
    }

    /** The styles that a member can have; none for members that are not JSON or have no writer of their own. */
    private static List<JsonStyle> styles(String name, boolean cayman, boolean early) {
        String base = name.substring(name.lastIndexOf('/') + 1);
        return switch (base) {
            case "def.json", "tensor_map.json" -> List.of(JsonStyle.SORTED);
            case "neff.json", "kelf-0.json" -> List.of(JsonStyle.ORDERED);
            case "info.json" -> List.of(cayman ? JsonStyle.PYTHON_2 : JsonStyle.PYTHON_4);
            case "hlo_stats.json" ->
                early ? List.of(JsonStyle.JSONCPP, JsonStyle.PYTHON_2) : List.of(JsonStyle.JSONCPP);
            // Compilers up to 2.12 still write some of them with Python.
            case "Activation.json", "DVE.json", "PE.json", "Pool.json", "SP.json" ->
                early ? List.of(JsonStyle.COMPACT, JsonStyle.PYTHON_4) : List.of(JsonStyle.COMPACT);
            case "act_info.json", "exp_and_others.json" -> List.of(JsonStyle.PYTHON_4);
            default -> List.of();
        };
    }

    @Tag("corpus")
    @Test
    void everyJsonMemberOfTheCorpusPrintsToItself() throws IOException {
        JsonNode manifest = Corpus.manifest();
        List<String> different = new ArrayList<>();
        Map<String, Integer> equal = new TreeMap<>();
        for (Path neff : Corpus.neffs().toList()) {
            JsonNode facts = manifest.get(neff.getFileName().toString());
            if (!facts.path("target").isTextual()) {
                continue;
            }
            boolean early = EARLY.matcher(facts.get("tool_version").asText()).lookingAt();
            boolean cayman = facts.get("target").asText().equals("cayman");
            try (ByteSource file = ByteSource.open(neff);
                    MemberTable members = ArchiveReader.read(
                            file.window(NeffHeader.SIZE, file.size() - NeffHeader.SIZE),
                            ArchiveOptions.DEFAULT,
                            Nlog.silent())) {
                for (Member member : members.members()) {
                    List<JsonStyle> styles = styles(member.name(), cayman, early);
                    String text = styles.isEmpty() ? "" : member.content().toString(StandardCharsets.UTF_8);
                    Optional<JsonStyle> style = styles.stream()
                            .filter(candidate -> candidate.print(tree(text)).equals(text))
                            .findFirst();
                    if (style.isPresent()) {
                        equal.merge(style.get().name(), 1, Integer::sum);
                    } else if (!styles.isEmpty()) {
                        different.add(neff.getFileName() + " " + member.name());
                    }
                }
            }
        }
        System.out.println("JSON members that print to themselves: " + equal);
        assertThat(different).isEmpty();
    }
}
