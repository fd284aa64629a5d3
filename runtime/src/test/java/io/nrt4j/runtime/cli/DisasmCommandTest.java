package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.CustomOperatorModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DisasmCommandTest extends CommandFixture {
    private List<JsonNode> slots() throws IOException {
        List<JsonNode> slots = new ArrayList<>();
        json().forEach(slots::add);
        return slots;
    }

    /** The four slots of image-assembly.md §10.1 and isa-encodings.md §5.7. */
    @Test
    void everySlotIsALine() {
        assertThat(nrt4j("disasm", allReduce)).isZero();
        assertThat(out.toString().lines().map(line -> line.replaceFirst("^\\S+ ", "")))
                .containsExactly(
                        "PE       0  PSEUDO_TRIGGER_COLLECTIVE S[10] (q_gradient_in)>0 $S[22]++@complete"
                                + " cc_type=ALL_REDUCE op=ADD dtype=fp32 group=0"
                                + " src=gradient_in+0x0 dst=gradient_out+0x0 num_elements=32",
                        "POOL     0  PSEUDO_DMATRIGGER queue=q_gradient_in block=0",
                        "POOL     1  PSEUDO_DMATRIGGER $S[22]>0 queue=q_gradient_out block=0",
                        "POOL     2  EVENT_SEMAPHORE S[11] (q_gradient_out)>0 setter=0");
    }

    @Test
    void jsonHasTheFieldsOfTheContract() throws IOException {
        assertThat(nrt4j("disasm", allReduce, "--json", "--engine", "pe")).isZero();
        assertThat(slots()).hasSize(1);
        JsonNode slot = slots().get(0);
        assertThat(slot.fieldNames())
                .toIterable()
                .containsExactly("graph", "engine", "pc", "opcode", "mnemonic", "operands", "hex", "neffPc", "section");
        assertThat(slot.get("engine").asText()).isEqualTo("PE");
        assertThat(slot.get("pc").asInt(-1)).isZero();
        assertThat(slot.get("neffPc").asInt(-1)).isZero();
        assertThat(slot.get("opcode").asText()).isEqualTo("0xc8");
        assertThat(slot.get("mnemonic").asText()).isEqualTo("PSEUDO_TRIGGER_COLLECTIVE");
        assertThat(slot.get("hex").asText()).hasSize(128).startsWith("c8100000040a1316");
        assertThat(slot.get("section").isNull()).isTrue();
    }

    @Test
    void hexShowsTheBytes() {
        assertThat(nrt4j("disasm", allReduce, "--engine", "Tensor", "--hex")).isZero();
        assertThat(out.toString()).contains("c8100000040a131600000000");
    }

    @Test
    void aWrongChoiceIsWrongUsage() {
        assertThat(nrt4j("disasm", allReduce, "--graph", "sg07")).isEqualTo(2);
        assertThat(err.toString()).contains("no graph 'sg07'");
        assertThat(nrt4j("disasm", allReduce, "--engine", "gpu")).isEqualTo(2);
    }

    @Test
    void aFileThatIsNoNeffFails() throws IOException {
        Path noise = Files.write(directory.resolve("noise.neff"), new byte[4096]);
        assertThat(nrt4j("disasm", noise)).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(nrt4j("disasm", directory.resolve("absent.neff"))).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
    }

    /** isa.md §6: the loaded program of an engine is its NEFF slots without labels, between what the runtime adds. */
    @Tag("corpus")
    @Test
    void theLoadedImageShowsSectionsAndNeffSlots() throws IOException {
        assertThat(nrt4j("disasm", Corpus.neff("tkf-fused_attention.neff"), "--loaded", "--json", "--graph", "sg00"))
                .isZero();
        List<JsonNode> sp = slots().stream()
                .filter(s -> s.get("engine").asText().equals("SP"))
                .toList();
        assertThat(sp).hasSize(61);
        assertThat(sp.get(49).get("section").asText()).isEqualTo("PREAMBLE");
        assertThat(sp.get(49).get("neffPc").isNull()).isTrue();
        assertThat(sp.get(51).get("section").asText()).isEqualTo("MAIN");
        assertThat(sp.get(51).get("neffPc").asInt()).isEqualTo(2);
        assertThat(sp.get(51).get("operands").asText()).startsWith("semaphore=8 sem_increment=16");
        assertThat(sp.get(51).get("instruction").asText()).isEqualTo("I-49-0");
        assertThat(sp.get(60).get("section").asText()).isEqualTo("POSTAMBLE");
    }

    /**
     * POOL's preamble loads the runtime's library and then the NEFF's, and its switch path unloads: image-assembly.md
     * §7.1, §7.2, §15; fields of the slot: q7.md §5.4.
     */
    @Test
    void aCustomOperatorsLoadSequenceShowsInTheImage() throws IOException {
        byte[] neff = CustomOperatorModel.builder(Arch.CAYMAN).toByteArray();
        Path file = Files.write(directory.resolve("custom.neff"), neff);
        assertThat(nrt4j("disasm", file, "--loaded", "--json", "--engine", "POOL"))
                .isZero();
        List<JsonNode> libraries = slots().stream()
                .filter(s -> s.get("opcode").asText().equals("0x95"))
                .toList();
        assertThat(libraries)
                .extracting(s -> s.get("section").asText())
                .containsExactly("PREAMBLE", "PREAMBLE", "PREAMBLE");
        assertThat(libraries).allMatch(s -> s.get("neffPc").isNull());
        // Load, all cores; the size at 0x1C: the runtime's own library, then mini with its 0xA4 bytes.
        String load = "951000000000000000000000" + "01ff0000";
        assertThat(libraries.get(0).get("hex").asText()).startsWith(load).contains("00000000" + "e0480000");
        assertThat(libraries.get(1).get("hex").asText()).startsWith(load).contains("00000000" + "a4000000");
        assertThat(libraries.get(2).get("hex").asText())
                .isEqualTo("951000000000000000000000" + "02ff" + "00".repeat(50));
    }

    /** SUNDA names its table of functions to the firmware by three register writes: q7.md §5.5, §5.6. */
    @Test
    void sundasTableSwitchShowsInTheImage() throws IOException {
        byte[] neff = CustomOperatorModel.builder(Arch.SUNDA).toByteArray();
        Path file = Files.write(directory.resolve("custom.neff"), neff);
        assertThat(nrt4j("disasm", file, "--loaded", "--engine", "POOL")).isZero();
        assertThat(out.toString().lines().filter(l -> l.contains("dst=0xfffc2960")))
                .anyMatch(l -> l.contains("0xfffc296083c"))
                .anyMatch(l -> l.contains("0xfffc2960840"))
                .anyMatch(l -> l.contains("data=0x1 size=4 dst=0xfffc2960844"));
    }

    /** image-assembly.md §11.1: images begin at multiples of 0x8000; a slot has 64 bytes. */
    @Test
    void loadedSlotsStandWithTheirDeviceAddresses() {
        assertThat(nrt4j("disasm", allReduce, "--loaded", "--engine", "SP")).isZero();
        List<Long> addresses = out.toString()
                .lines()
                .map(line -> Long.decode(line.replaceFirst("^\\S+ +\\S+ +\\d+ +(\\S+) .*", "$1")))
                .toList();
        assertThat(addresses).hasSizeGreaterThan(40);
        assertThat(addresses.get(0) % 0x8000).isZero();
        for (int pc = 0; pc < addresses.size(); pc++) {
            assertThat(addresses.get(pc)).isEqualTo(addresses.get(0) + 64L * pc);
        }
    }

    /** Source lines come through the debug info: producer.md §11. */
    @Tag("corpus")
    @Test
    void slotsNameTheirSource() throws IOException {
        assertThat(nrt4j(
                        "disasm",
                        Corpus.neff("nkipy-matmul_small.neff"),
                        "--json",
                        "--engine",
                        "PE",
                        "--graph",
                        "sg00"))
                .isZero();
        JsonNode product = slots().get(8);
        assertThat(product.get("instruction").asText()).isEqualTo("I-72-0");
        assertThat(product.get("sourceFile").asText()).endsWith("test_spike_async.py");
        assertThat(product.get("sourceLine").asInt()).isEqualTo(58);
    }

    /** Interleaved, every slot stands behind those that satisfy its wait; each engine keeps its order. */
    @Tag("corpus")
    @Test
    void interleavedEnginesCanRunInTheOrderShown() throws IOException {
        assertThat(nrt4j(
                        "disasm", Corpus.neff("nkipy-matmul_small.neff"), "--json", "--interleaved", "--graph", "sg00"))
                .isZero();
        Map<String, Integer> last = new HashMap<>();
        List<String> order = new ArrayList<>();
        for (JsonNode slot : slots()) {
            String engine = slot.get("engine").asText();
            int pc = slot.get("pc").asInt();
            assertThat(pc).isEqualTo(last.getOrDefault(engine, -1) + 1);
            last.put(engine, pc);
            order.add(engine + pc);
        }
        assertThat(order)
                .hasSize(29)
                .containsSubsequence("POOL2", "PE3", "PE6", "ACT3", "PE8", "PE11", "ACT4", "POOL5");
    }
}
