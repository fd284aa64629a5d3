package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.Unpooled;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.loader.testing.NeffFixture;
import io.nrt4j.loader.testing.TarFixture;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code unpack}, {@code pack} and {@code verify} from the command line. */
class PackCommandTest {
    @TempDir
    private Path temporary = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path allReduce = Path.of("");
    private Path directory = Path.of("");
    private Path packed = Path.of("");

    @BeforeEach
    void writeTheExample() throws IOException {
        allReduce = Files.write(temporary.resolve("allreduce.neff"), AllReduceModel.toByteArray());
        directory = temporary.resolve("d");
        packed = temporary.resolve("packed.neff");
    }

    private int run(Object... args) {
        String[] texts = Arrays.stream(args).map(String::valueOf).toArray(String[]::new);
        out.getBuffer().setLength(0);
        return Nrt4j.commandLine(texts)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(texts);
    }

    private JsonNode json() throws JsonProcessingException {
        return new ObjectMapper().readTree(out.toString());
    }

    private NeffHeader header() throws IOException {
        return NeffHeader.decode(Unpooled.wrappedBuffer(Files.readAllBytes(packed)));
    }

    @Test
    void unpackThenPackGivesTheSameFile() throws IOException {
        assertThat(run("unpack", allReduce, "-d", directory)).isZero();
        assertThat(out.toString()).isEqualTo("19 members in %s, written by an unknown packager%n".formatted(directory));
        assertThat(run("pack", directory, "-o", packed)).isZero();
        assertThat(packed).hasSameBinaryContentAs(allReduce);
        assertThat(out.toString()).contains("uuid 561826fb-125f-4bb8-991c-29e085c8949a");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void jsonIsOneDocument() throws IOException {
        run("unpack", allReduce, "-d", directory, "--json");
        assertThat(json().get("reproducible").asBoolean()).isTrue();
        assertThat(json().get("dialect").isNull()).isTrue();
        assertThat(json().get("members")).hasSize(19);
        run("pack", directory, "-o", packed, "--json");
        assertThat(json().get("size").asLong()).isEqualTo(Files.size(packed));
        assertThat(json().get("hash_form").asText()).isEqualTo("natural-ascii-tail");
        assertThat(json().get("members")).hasSize(19);
    }

    @Test
    void optionsOverrideTheRecipe() throws IOException {
        run("unpack", allReduce, "-d", directory);
        assertThat(run(
                        "pack",
                        directory,
                        "-o",
                        packed,
                        "--name",
                        "other.neff",
                        "--uuid",
                        "00a04c53-5fd9-4f07-bffd-d5eacdefc852",
                        "--features",
                        "0x209c00",
                        "--vnc",
                        "2",
                        "--neff-version",
                        "1.3",
                        "--build-version",
                        "b",
                        "--mtime",
                        "1782166602",
                        "--dialect",
                        "libarchive-reproducible",
                        "--hash",
                        "word-swapped"))
                .isZero();
        NeffHeader header = header();
        assertThat(header.modelName()).isEqualTo("other.neff");
        assertThat(header.uuid()).hasToString("00a04c53-5fd9-4f07-bffd-d5eacdefc852");
        assertThat(header.featureBits()).isEqualTo(0x209c00);
        assertThat(header.vncSize()).isEqualTo(2);
        assertThat(header.versionMajor()).isEqualTo(1);
        assertThat(header.versionMinor()).isEqualTo(3);
        assertThat(header.buildLabel()).isEqualTo("b");
        assertThat(header.hash().range(16, 32).isZero()).isTrue();
        byte[] file = Files.readAllBytes(packed);
        // producer.md §5.1: 4AB4396A for this time; XFL 4, OS 3.
        assertThat(Arrays.copyOfRange(file, 1024, 1034))
                .isEqualTo(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0x4a, (byte) 0xb4, 0x39, 0x6a, 4, 3});
    }

    /** producer.md §10.1. */
    @Test
    void featuresAreGivenByNameToo() throws IOException {
        run("unpack", allReduce, "-d", directory);
        assertThat(run(
                        "pack",
                        directory,
                        "-o",
                        packed,
                        "--features",
                        "neff_feature_DGE,dve_perf_mode,neff_feature_vnc"))
                .isZero();
        assertThat(header().featureBits()).isEqualTo(0x1c00);
        assertThat(run("pack", directory, "-o", packed, "--features", "neff_feature_x"))
                .isEqualTo(2);
    }

    @Test
    void uncompressedAndSha256() throws IOException {
        run("unpack", allReduce, "-d", directory);
        assertThat(run("pack", directory, "-o", packed, "--uncompressed", "--hash", "sha256"))
                .isZero();
        assertThat(header().packageVersion()).isEqualTo(1);
        assertThat(run("inspect", packed, "--json")).isZero();
        assertThat(json().at("/header/digest").asText()).isEqualTo("natural");
    }

    @Test
    void aPlainDirectoryPacksToTheSameFileEveryTimeAndLoads() throws IOException {
        run("unpack", allReduce, "-d", directory);
        Files.delete(directory.resolve("nrt4j-pack.json"));
        assertThat(run("pack", directory, "-o", packed)).isZero();
        byte[] first = Files.readAllBytes(packed);
        run("pack", directory, "-o", packed);
        assertThat(packed).hasBinaryContent(first);
        assertThat(run("load", packed, "--instance", "trn2.48xlarge", "--lnc", "1"))
                .isZero();
    }

    @Test
    void theBillOfMaterialsIsPrintedInThePackagersWords() {
        run("unpack", allReduce, "-d", directory);
        run("pack", directory, "-o", packed, "--bom");
        assertThat(out.toString())
                .startsWith("The NeffPacakger BOM:")
                .contains("Entry " + directory.resolve("sg00/pe.bin") + " written to sg00/pe.bin")
                .contains("End of NeffPacakger BOM")
                .contains(" for neff artifacts");
    }

    @Test
    void aRefusalIsExitCode1AndNamesTheMember() throws IOException {
        Path evil = Files.write(
                temporary.resolve("evil.neff"),
                NeffFixture.of(TarFixture.tar().file("../evil", "x").end().gzipped())
                        .bytes());
        assertThat(run("unpack", evil, "-d", directory)).isEqualTo(1);
        assertThat(err.toString()).contains("refused: ../evil has a part \"..\"");
        assertThat(directory).doesNotExist();
        assertThat(run("unpack", temporary.resolve("none"), "-d", directory)).isEqualTo(1);
        assertThat(run("pack", temporary.resolve("none"), "-o", packed)).isEqualTo(1);
        assertThat(run("pack", Files.createDirectory(temporary.resolve("empty")), "-o", packed))
                .isEqualTo(1);
        assertThat(err.toString()).contains("neither neff.json nor a graph directory");
    }

    @Test
    void verifySaysWhetherAFileIsSound() throws IOException {
        assertThat(run("verify", allReduce)).isZero();
        assertThat(out.toString())
                .contains("ok   digest       natural")
                .contains("packing again gives the same bytes")
                .endsWith("allreduce.neff: sound%n".formatted());
        assertThat(run("verify", allReduce, "--json")).isZero();
        assertThat(json().fieldNames())
                .toIterable()
                .containsExactly(
                        "file",
                        "sound",
                        "digest",
                        "dialect",
                        "generation",
                        "tool_version",
                        "reproducible",
                        "differences",
                        "checks");
        assertThat(json().get("checks").get(0).fieldNames()).toIterable().containsExactly("name", "outcome", "text");
        assertThat(json().get("sound").asBoolean()).isTrue();
        assertThat(json().get("reproducible").asBoolean()).isTrue();

        byte[] changed = Files.readAllBytes(allReduce);
        changed[1500] ^= 1;
        Path file = Files.write(temporary.resolve("changed.neff"), changed);
        assertThat(run("verify", file)).isEqualTo(1);
        assertThat(out.toString()).contains("bad  digest").contains("NOT SOUND");
        assertThat(run("verify")).isEqualTo(2);
    }

    @Test
    void diffSaysWhatTwoFilesDifferIn() throws IOException {
        run("unpack", allReduce, "-d", directory);
        run("pack", directory, "-o", packed, "--name", "other");
        assertThat(run("diff", allReduce, packed)).isEqualTo(1);
        assertThat(out.toString()).isEqualTo("header: name: x | other%n1 differences%n".formatted());
        assertThat(run("diff", allReduce, packed, "--json")).isEqualTo(1);
        assertThat(json().get("same").asBoolean(true)).isFalse();
        assertThat(json().get("differences").get(0).fieldNames())
                .toIterable()
                .containsExactly("area", "what", "left", "right");
        assertThat(run("diff", allReduce, allReduce, "--json")).isZero();
        assertThat(json().get("same").asBoolean()).isTrue();
        assertThat(run("diff", allReduce)).isEqualTo(2);
    }

    @Test
    void wrongUsageIsExitCode2() {
        assertThat(run("pack", directory)).isEqualTo(2);
        assertThat(run("unpack")).isEqualTo(2);
        assertThat(run("pack", directory, "-o", packed, "--features", "x")).isEqualTo(2);
        assertThat(run("pack", directory, "-o", packed, "--level", "0")).isEqualTo(2);
        assertThat(run("pack", directory, "-o", packed, "--mtime", "later")).isEqualTo(2);
        assertThat(run("pack", directory, "-o", packed, "--uuid", "x")).isEqualTo(2);
        assertThat(run("pack", directory, "-o", packed, "--mode", "9")).isEqualTo(2);
        assertThat(run("pack", directory, "-o", packed, "--dialect", "zip")).isEqualTo(2);
        assertThat(run("pack", directory, "-o", packed, "--hash", "crc")).isEqualTo(2);
    }
}
