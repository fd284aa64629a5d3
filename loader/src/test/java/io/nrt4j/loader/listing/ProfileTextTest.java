package io.nrt4j.loader.listing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.isa.Disassembler;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.VariableNames;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The text of every compile-time instruction that the vendor's profiler traced, against the disassembly of the very
 * slot. Source: hw-profiles.md; the trace names the slot ({@code compiler_pc}).
 *
 * <p>The runtime patched device addresses into the traced slots. The test takes the address of the trace in place of a
 * variable, but only if one base per variable explains them all.
 */
@Tag("corpus")
class ProfileTextTest {
    private static final Pattern ADDRESS = Pattern.compile("(?:src|dst)_addr_imm=0x([0-9a-f]+)");

    static Stream<String> profiles() {
        return Corpus.profiles();
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void theDisassemblyIsTheTextOfTheTrace(String name) throws IOException {
        JsonNode trace = traceOf(name);
        List<String> differences = new ArrayList<>();
        int compared = 0;
        try (CorpusStreams streams = CorpusStreams.open(Corpus.neff(name + ".neff"))) {
            Map<String, CorpusStreams.Stream> programs = new HashMap<>();
            streams.streams().forEach(s -> programs.put(s.graph() + s.engine(), s));
            TracedAddresses addresses = new TracedAddresses();
            for (JsonNode traced : trace) {
                if (traced.has("compiler_pc")) {
                    String graph = traced.get("subgraph").asText();
                    CorpusStreams.Stream program = programs.get(graph
                            + Corpus.engineInProfiles(traced.get("subgroup").asText()));
                    compared++;
                    addresses.expect(graph, traced.get("operands").asText());
                    Disassembler disassembler = new Disassembler(
                            streams.generation(), new SemaphoreOwners(queues(streams.definition(graph))), addresses);
                    String text = disassembler
                            .disassemble(Slot.at(program.bytes(), slotOf(traced) * Slot.BYTES))
                            .text();
                    String expected = collapse(traced.get("opcode").asText() + " "
                            + traced.get("operands").asText());
                    if (!text.equals(expected)) {
                        differences.add("%s\n   not %s".formatted(text, expected));
                    }
                }
            }
            addresses.assertOneBasePerVariable();
        }
        report(name + ", slots of the NEFF", compared, differences);
    }

    /** Also the runtime's own instructions, by their program counter, on the image of the same load. */
    @ParameterizedTest
    @MethodSource("profiles")
    void theDisassemblyOfTheLoadedImageIsTheTextOfTheTrace(String name) throws IOException {
        Map<String, CorpusImages.Image> images = new HashMap<>();
        CorpusImages.read(Corpus.root().resolve("images").resolve(name + ".json"))
                .forEach(i -> images.put(i.graph() + i.engine(), i));
        List<String> differences = new ArrayList<>();
        int compared = 0;
        try (CorpusStreams streams = CorpusStreams.open(Corpus.neff(name + ".neff"))) {
            for (JsonNode traced : traceOf(name)) {
                String graph = traced.get("subgraph").asText();
                CorpusImages.Image image = images.get(
                        graph + Corpus.engineInProfiles(traced.get("subgroup").asText()));
                Disassembler disassembler = new Disassembler(
                        image.generation(),
                        new SemaphoreOwners(queues(streams.definition(graph))),
                        VariableNames.BY_ID);
                int pc = traced.get("pc").asInt();
                String text = disassembler
                        .disassemble(Slot.at(image.bytes(), pc * Slot.BYTES))
                        .text();
                compared++;
                compare(text, traced, differences);
            }
        }
        report(name + ", loaded image", compared, differences);
    }

    private static JsonNode traceOf(String name) {
        return Corpus.profile(name).get("instruction");
    }

    private static void compare(String text, JsonNode traced, List<String> differences) {
        String expected = collapse(
                traced.get("opcode").asText() + " " + traced.get("operands").asText());
        if (!text.equals(expected)) {
            differences.add("%s\n   not %s".formatted(text, expected));
        }
    }

    private static void report(String what, int compared, List<String> differences) {
        System.out.printf(
                "%s: %d traced instructions compared, %d equal%n", what, compared, compared - differences.size());
        assertThat(differences).isEmpty();
        assertThat(compared).isPositive();
    }

    private static int slotOf(JsonNode traced) {
        return traced.get("compiler_pc").asInt();
    }

    private static Map<String, List<Integer>> queues(JsonNode definition) {
        Map<String, List<Integer>> queues = new HashMap<>();
        definition.get("dma_queue").properties().forEach(queue -> {
            List<Integer> semaphores = new ArrayList<>();
            queue.getValue().get("semaphore_set").forEach(s -> semaphores.add(s.asInt()));
            queues.put(queue.getKey(), semaphores);
        });
        return queues;
    }

    private static String collapse(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** Gives the addresses of the traced text back, in their order, and remembers the base that each implies. */
    private static final class TracedAddresses implements VariableNames {
        private final Deque<Long> expected = new ArrayDeque<>();
        private final Map<String, Set<Long>> bases = new TreeMap<>();
        private String graph = "";

        void expect(String inGraph, String operands) {
            graph = inGraph;
            expected.clear();
            Matcher matcher = ADDRESS.matcher(operands);
            while (matcher.find()) {
                expected.add(Long.parseLong(matcher.group(1), 16));
            }
        }

        @Override
        public String place(int varId, long offset) {
            long address = expected.remove();
            bases.computeIfAbsent(graph + " var " + varId, v -> new HashSet<>()).add(address - offset);
            return "0x" + Long.toHexString(address);
        }

        void assertOneBasePerVariable() {
            assertThat(bases).allSatisfy((variable, base) -> assertThat(base).hasSize(1));
        }
    }
}
