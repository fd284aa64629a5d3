package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.testing.AllReduceModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line's contract: exit codes, and the fields of its JSON. */
class CommandLineTest extends CommandFixture {
    private static List<String> texts(JsonNode array, String field) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(n -> n.path(field).asText())
                .toList();
    }

    @Test
    void loadReportsEveryFieldOfTheContract() throws IOException {
        assertThat(nrt4j("load", allReduce, "--json", "--instance", "trn2.48xlarge", "--lnc", "1"))
                .isZero();
        JsonNode report = json().get(0);
        assertThat(report.fieldNames())
                .toIterable()
                .contains(
                        "file",
                        "status",
                        "statusName",
                        "stage",
                        "message",
                        "stages",
                        "log",
                        "device",
                        "variables",
                        "memory",
                        "images",
                        "queues",
                        "warnings");
        assertThat(report.path("status").asInt(-1)).isZero();
        assertThat(report.path("statusName").asText()).isEqualTo("NRT_SUCCESS");
        assertThat(texts(report.path("stages"), "name"))
                .containsExactly("container", "archive", "manifest", "variables", "images", "ucode", "stage");
        assertThat(report.path("device").path("instance").asText()).isEqualTo("trn2.48xlarge");
        assertThat(report.path("device").path("arch").asText()).isEqualTo("cayman");
        assertThat(report.path("device").path("cores").get(0).asInt()).isZero();
        assertThat(texts(report.path("variables"), "name"))
                .containsExactly("input", "SB", "output", "gradient_in", "gradient_out");
        assertThat(texts(report.path("images"), "engine")).containsExactlyInAnyOrder("pe", "act", "pool", "dve", "sp");
        assertThat(texts(report.path("queues"), "name")).contains("q_gradient_in", "q_gradient_out");
    }

    @Test
    void aFailedLoadHasExitCodeOneAndSaysWhereAndWhy() throws IOException {
        Path cut = Files.write(directory.resolve("cut.neff"), Arrays.copyOf(AllReduceModel.toByteArray(), 1000));
        assertThat(nrt4j("load", cut, allReduce, "--json")).isEqualTo(1);
        JsonNode report = json().get(0);
        assertThat(report.path("status").asInt()).isEqualTo(2);
        assertThat(report.path("stage").asText()).isEqualTo("container");
        assertThat(report.path("message").asText()).isEqualTo("Invalid number of NEFF bytes received 3e8");
        assertThat(report.path("log").get(0).path("module").asText()).isEqualTo("NEFF");
        assertThat(report.path("log").get(0).path("function").asText()).isEqualTo("neff_get_header_from_buffer");
        assertThat(report.path("log").get(0).path("level").asText()).isEqualTo("ERROR");
        assertThat(json().get(1).path("status").asInt(-1)).isZero();
    }

    @Test
    void theEnvironmentAndTheVersionChangeTheAnswer() throws IOException {
        Path mariana = directory.resolve("m.neff");
        NeffBuilder.named("m")
                .target(Arch.MARIANA)
                .graph(g -> g.output("y", TensorType.FLOAT32, 32))
                .write(mariana);
        assertThat(nrt4j("load", mariana, "--json", "--instance", "trn2.3xlarge"))
                .isEqualTo(1);
        assertThat(nrt4j(
                        "load",
                        mariana,
                        "--json",
                        "--instance",
                        "trn2.3xlarge",
                        "--env",
                        "NEURON_RT_ALLOW_LEGACY_NEFF=1"))
                .isZero();
        assertThat(texts(json().get(0).path("log"), "message"))
                .contains("Loading a NEFF compiled for a different arch, NEFF arch: v4, instance arch: v3");
    }

    @Test
    void withoutAnInstanceTheSmallestThatFitsIsTaken() throws IOException {
        for (var expected : List.of(
                List.of(Arch.SUNDA, "trn1.2xlarge"),
                List.of(Arch.CAYMAN, "trn2.3xlarge"),
                List.of(Arch.MARIANA, "trn3pd98.3xlarge"))) {
            Path neff = directory.resolve("n.neff");
            NeffBuilder.named("n")
                    .target((Arch) expected.get(0))
                    .graph(g -> g.output("y", TensorType.FLOAT32, 32))
                    .write(neff);
            assertThat(nrt4j("load", neff, "--json")).isZero();
            assertThat(json().get(0).path("device").path("instance").asText()).isEqualTo(expected.get(1));
        }
    }

    @Test
    void wrongUsageHasExitCodeTwo() {
        assertThat(nrt4j("load")).isEqualTo(2);
        assertThat(nrt4j("load", allReduce, "--instance", "t2.micro")).isEqualTo(2);
        assertThat(nrt4j("load", allReduce, "--cores", "x")).isEqualTo(2);
        assertThat(nrt4j("load", allReduce, "--runtime", "newest")).isEqualTo(2);
        assertThat(nrt4j("load", allReduce, "--repeat", "0")).isEqualTo(2);
        assertThat(nrt4j("no-such-command")).isEqualTo(2);
        assertThat(nrt4j()).isEqualTo(2);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(nrt4j("load", directory.resolve("absent.neff"))).isEqualTo(1);
        assertThat(err.toString()).contains("no such file").contains("absent.neff");
    }

    @Test
    void everyCommandHasHelp() {
        CommandLine all = Nrt4j.commandLine();
        assertThat(all.getSubcommands()).isNotEmpty();
        for (String name : all.getSubcommands().keySet()) {
            if (!name.equals("help")) {
                assertThat(nrt4j(name, "--help")).as("%s", name).isZero();
                assertThat(out.toString()).contains("nrt4j " + name);
            }
        }
        assertThat(nrt4j("help", "ucode")).isZero();
        assertThat(out.toString()).contains("nrt4j ucode");
        assertThat(nrt4j("--help")).isZero();
        assertThat(nrt4j("--version")).isZero();
    }

    @Test
    void inspectShowsHeaderArchiveGraphs() throws IOException {
        assertThat(nrt4j("inspect", allReduce, "--json")).isZero();
        JsonNode report = json();
        assertThat(report.path("header").path("pkgVersion").asInt()).isEqualTo(2);
        assertThat(report.path("header").path("headerSize").asInt()).isEqualTo(1024);
        assertThat(report.path("header").path("uuid").asText()).isEqualTo("561826fb-125f-4bb8-991c-29e085c8949a");
        assertThat(report.path("archive").path("tarBytes").asInt()).isEqualTo(20480);
        assertThat(report.path("archive").path("members")).hasSize(18);
        assertThat(texts(report.path("graphs"), "name")).containsExactly("sg00");
        assertThat(texts(report.path("lint"), "text"))
                .as("the model names a catalogue that it does not hold, container.md §14.5, and its streams start "
                        + "without SET_ORDERING_MODE, isa.md §7 rule 6")
                .containsExactly(
                        "slot 0: FIRST_SLOT: it is PSEUDO_TRIGGER_COLLECTIVE",
                        "slot 0: FIRST_SLOT: it is PSEUDO_DMATRIGGER",
                        "dangling-member: act_info names sg00/act_info.json, which is absent");
        assertThat(texts(report.path("lint"), "severity")).containsOnly("warning");
    }

    /** isa.md §2 and image-assembly.md §10.1: who counts, and who waits for it. */
    @Test
    void inspectShowsWhoWaitsForWhom() throws IOException {
        assertThat(nrt4j("inspect", allReduce, "--json")).isZero();
        JsonNode programs = json().path("graphs").get(0).path("programs");
        assertThat(programs.path("analysed").asBoolean()).isTrue();
        assertThat(programs.path("terminates").asBoolean()).isTrue();
        assertThat(texts(programs.path("semaphores"), "semaphore")).containsExactly("10", "11", "22");
        JsonNode first = programs.path("semaphores").get(0);
        assertThat(first.path("owner").asText()).isEqualTo("q_gradient_in");
        assertThat(first.path("changedBy").get(0).path("engine").asText()).isEqualTo("pool");
        assertThat(first.path("changedBy").get(0).path("transfer").asBoolean()).isTrue();
        assertThat(first.path("awaitedBy").get(0).path("engine").asText()).isEqualTo("pe");
        assertThat(first.path("waitsFor").get(0).asText()).isEqualTo(">0");
        assertThat(first.path("finalValue").asInt()).isEqualTo(1);
        assertThat(nrt4j("inspect", allReduce)).isZero();
        assertThat(out.toString())
                .contains("S[10]  q_gradient_in   changed by pool transfers +=1 in 1  awaited by pe in 1");
    }

    /** A broken rule of isa.md §7 does not keep the runtime from loading, but is an error to whoever looks. */
    @Test
    void inspectNamesABrokenRuleThatALoadPasses() throws IOException {
        byte[] slots = new byte[128];
        slots[0] = (byte) 0xB1;
        slots[1] = 0x10;
        slots[64] = 0x50;
        slots[65] = 0x10;
        Path neff = directory.resolve("broken.neff");
        NeffBuilder.named("broken")
                .target(Arch.SUNDA)
                .graph(g -> g.output("y", TensorType.FLOAT32, 32).program(EngineType.DVE, slots))
                .write(neff);
        assertThat(nrt4j("inspect", neff, "--json")).isEqualTo(1);
        JsonNode finding = json().path("lint").get(0);
        assertThat(finding.path("severity").asText()).isEqualTo("error");
        assertThat(finding.path("where").asText()).isEqualTo("sg00/DVE.bin");
        assertThat(finding.path("text").asText()).isEqualTo("slot 1: OPCODE_DEFINED: 0x50 is not defined on sunda");
        assertThat(nrt4j("load", neff, "--json")).isZero();
    }

    /** Source: producer.md §13. */
    @Test
    void inspectEstimatesTheMemoryThatALoadCounts() throws IOException {
        Path neff = directory.resolve("estimate.neff");
        NeffBuilder.named("estimate")
                .target(Arch.CAYMAN)
                .graph(g -> g.output("y", TensorType.FLOAT32, 32)
                        .constant("w", TensorType.FLOAT32, new byte[128], 32)
                        .virtual("v", 65L << 20, 0)
                        .program(EngineType.DVE, new byte[192]))
                .write(neff);
        assertThat(nrt4j("inspect", neff, "--scratchpad-page", 64, "--json")).isEqualTo(1);
        JsonNode graph = json().path("graphs").get(0);
        JsonNode estimate = graph.path("memoryEstimate");
        assertThat(estimate.path("scratchpadPageBytes").asLong()).isEqualTo(64L << 20);
        assertThat(estimate.path("bytes").asLong())
                .isEqualTo(2 * (64L << 20)
                        + 128
                        + graph.path("analysis").path("binBytes").asLong());
        assertThat(nrt4j("inspect", neff, "--scratchpad-page", 64)).isEqualTo(1);
        assertThat(out.toString())
                .contains("device memory, estimated from the file (nrt4j load shows what a load allocates)")
                .containsPattern("scratchpads +128\\.0 MiB  2 pages of 64\\.0 MiB");
        assertThat(nrt4j("load", neff)).isZero();
        assertThat(out.toString()).contains("device memory\n").doesNotContain("estimated");
    }

    /** Source: memory.md §6.3. */
    @ParameterizedTest
    @CsvSource({"0, 2", "1, 0", "4095, 0", "4096, 2"})
    void inspectTakesTheScratchpadPagesThatALoadTakes(long mebibytes, int status) {
        assertThat(nrt4j("inspect", allReduce, "--scratchpad-page", mebibytes)).isEqualTo(status);
    }

    @Test
    void inspectNamesWhatIsNotANeff() throws IOException {
        Path pointer = Files.writeString(
                directory.resolve("lfs.neff"),
                "version https://git-lfs.github.com/spec/v1\noid sha256:0000\nsize 12345\n",
                StandardCharsets.UTF_8);
        assertThat(nrt4j("inspect", pointer, "--json")).isEqualTo(1);
        assertThat(json().path("kind").asText()).isEqualTo("GIT_LFS_POINTER");
        assertThat(json().path("lint").get(0).path("text").asText()).contains("Git LFS pointer");
    }

    @Test
    void checkLoadsManyFilesAndWritesAJUnitReport() throws IOException {
        Files.writeString(directory.resolve("bad.neff"), "<html>");
        Path xml = directory.resolve("report.xml");
        assertThat(nrt4j("check", directory, "--json", "--jobs", "2", "--junit", xml))
                .isEqualTo(1);
        assertThat(json().path("loaded").asInt()).isEqualTo(1);
        assertThat(json().path("failed").asInt()).isEqualTo(1);
        assertThat(json().path("files")).hasSize(2);
        assertThat(Files.readString(xml))
                .contains("tests=\"2\"")
                .contains("failures=\"1\"")
                .contains("NRT_INVALID");
    }

    @Test
    void checkNamesALibraryThatIsNotTheKnownOne() throws IOException {
        Path library = Files.writeString(directory.resolve("CAYMAN_0.so"), "no ELF");
        assertThat(nrt4j("check", allReduce, "--ucode-dir", directory)).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("nrt4j: NRT_FAILURE (1): Failed to open Neuron Ucode library " + library)
                .doesNotContain("internal error");
    }
}
