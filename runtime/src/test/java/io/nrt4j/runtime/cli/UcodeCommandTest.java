package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.CustomOperatorModel;
import io.nrt4j.loader.testing.MiniLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Expected bytes: q7.md §9. */
class UcodeCommandTest extends CommandFixture {
    private static final String CAYMAN_HEADER = "5543504c20000000300000006000000044000000008001002080010000800100";
    private static final String SUNDA_HEADER = "5543504c20000000300000006000000044000000005500002055000000550000";

    @Test
    void jsonHoldsTheRelocatedBytesOfEveryArchitecture() throws IOException {
        Path file = Files.write(directory.resolve("mini.so"), MiniLibrary.mini2());
        assertThat(ucode(file, "--json")).isZero();
        JsonNode report = json();
        assertThat(report.get("kind").asText()).isEqualTo("ELF");
        JsonNode library = report.get("libraries").get(0);
        assertThat(library.get("sha256").asText())
                .isEqualTo("4b7b763eb73cdc60a6031f64b8d68a4f19d581925e041ad3ec3ec135a64bb64c");
        assertThat(library.at("/elf/relocations/byType").toString())
                .isEqualTo("{\"NONE\":2,\"RELATIVE\":6,\"SLOT0_OP\":2,\"SLOT0_ALT\":2}");
        assertThat(library.at("/elf/segments")).hasSize(4);
        assertThat(library.at("/elf/dynamic")).hasSize(10);
        assertThat(library.at("/elf/kernels/1").toString())
                .isEqualTo("{\"opcode\":240,\"specialization\":7,\"address\":16777248}");
        JsonNode cayman = library.at("/prelink/cayman/image");
        assertThat(cayman.get("header").asText()).isEqualTo(CAYMAN_HEADER);
        assertThat(cayman.get("code").asText())
                .startsWith("364100240b002410e03401003d023420801df0")
                .hasSize(2 * 0x30);
        assertThat(cayman.get("data").asText()).hasSize(2 * 0x44).endsWith("2080010000000000" + "00".repeat(8));
        assertThat(cayman.at("/kernels/1/address").asInt()).isEqualTo(0x18020);
        assertThat(library.at("/prelink/mariana/image")).isEqualTo(cayman);
        assertThat(library.at("/prelink/sunda/image/header").asText()).isEqualTo(SUNDA_HEADER);
    }

    @Test
    void thePageNamesWhatAPersonLooksFor() throws IOException {
        Path file = Files.write(directory.resolve("mini.so"), MiniLibrary.mini2());
        assertThat(ucode(file, "--arch", "cayman")).isZero();
        assertThat(out.toString())
                .contains("entry 0x01000000")
                .contains("kernel_info_table")
                .contains("NONE 2, RELATIVE 6, SLOT0_OP 2, SLOT0_ALT 2")
                .contains("prelink for cayman: NO_ERR (0)")
                .contains(CAYMAN_HEADER)
                .contains("0xf0  7  0x18020")
                .doesNotContain("sunda");
    }

    @Test
    void aNeffShowsTheLibrariesOfItsGraphs() throws IOException {
        Path file = Files.write(directory.resolve("custom.neff"), customOperator("1.21.1.0"));
        assertThat(ucode(file, "--json")).isZero();
        JsonNode report = json();
        assertThat(report.get("kind").asText()).isEqualTo("NEFF");
        JsonNode library = report.get("libraries").get(0);
        assertThat(library.get("name").asText()).isEqualTo("mini.so");
        assertThat(library.get("graph").asText()).isEqualTo("sg00");
        assertThat(library.at("/manifest/functions/0/name").asText()).isEqualTo("k0");
        assertThat(library.at("/prelink/cayman/image/header").asText()).isEqualTo(CAYMAN_HEADER);
    }

    @Test
    void aLoadTakesTheModeAndTheDirectoryOfLibraries() throws IOException {
        Path file = Files.write(directory.resolve("custom.neff"), customOperator("1.21.1.0"));
        Path vendor = Files.createDirectory(directory.resolve("vendor"));
        assertThat(nrt4j("load", file, "--q7-neff-lib", "faithful", "--ucode-dir", vendor))
                .isZero();
        Files.write(vendor.resolve("CAYMAN_0.so"), new byte[] {1});
        assertThat(nrt4j("load", file, "--ucode-dir", vendor)).isEqualTo(1);
        assertThat(err.toString()).contains("not the known CAYMAN_0");
        assertThat(nrt4j("load", file, "--env", "NEURON_UCODE_FLAVOR=debug")).isEqualTo(1);
        assertThat(nrt4j("load", file, "--q7-neff-lib", "other")).isEqualTo(2);
    }

    @Test
    void aRefusedManifestIsAProblem() throws IOException {
        Path file = Files.write(directory.resolve("custom.neff"), customOperator("2.0"));
        assertThat(ucode(file)).isEqualTo(1);
        assertThat(out.toString()).contains("problem: sg00/def.json: invalid GPSIMD lib");
    }

    @Test
    void brokenLibrariesAreShownAsFarAsTheyGo() throws IOException {
        byte[] broken = MiniLibrary.mini2();
        broken[0x34 + 0x18] = 7;
        Path file = Files.write(directory.resolve("broken.so"), broken);
        assertThat(ucode(file)).isEqualTo(1);
        assertThat(out.toString())
                .contains("prelink for cayman: NOT_SPLITLOAD (7)")
                .contains("Failed to validate ELF shared object file")
                .contains("kernel_info_table");
    }

    @Test
    void otherFilesAreNamedForWhatTheyAre() throws IOException {
        Path file = Files.writeString(directory.resolve("x.json"), "{}");
        assertThat(ucode(file)).isEqualTo(1);
        assertThat(out.toString()).contains("neither a library nor a NEFF");
        assertThat(ucode(directory.resolve("absent"))).isEqualTo(1);
        assertThat(err.toString()).contains("no such file");
        assertThat(ucode(file, "--arch", "tonga")).isEqualTo(2);
    }

    @Tag("corpus")
    @Test
    void realNeffsHaveNoLibraries() throws IOException {
        assertThat(ucode(Corpus.neff("nkipy-matmul_small.neff"))).isZero();
        assertThat(out.toString()).contains("no GPSIMD libraries");
    }

    private static byte[] customOperator(String version) {
        return CustomOperatorModel.builder(
                        Arch.CAYMAN,
                        MiniLibrary.mini2(),
                        CustomOperatorModel.library().put("ulib_to_ucode_version", version))
                .toByteArray();
    }

    private int ucode(Object... arguments) {
        return nrt4j(Stream.concat(Stream.of("ucode"), Arrays.stream(arguments)).toArray());
    }
}
