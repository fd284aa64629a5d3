package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.nrt4j.loader.container.NeffHeader;
import io.nrt4j.loader.testing.NeffFixture;
import io.nrt4j.loader.testing.TarFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code unpack}, {@code pack} and {@code verify} from the command line. */
class PackCommandTest extends CommandFixture {
    private Path unpacked = Path.of("");
    private Path packed = Path.of("");

    @BeforeEach
    void choosePlaces() {
        unpacked = directory.resolve("d");
        packed = directory.resolve("packed.neff");
    }

    private NeffHeader header() throws IOException {
        return NeffHeader.decode(Unpooled.wrappedBuffer(Files.readAllBytes(packed)));
    }

    @Test
    void unpackThenPackGivesTheSameFile() throws IOException {
        assertThat(nrt4j("unpack", allReduce, "-d", unpacked)).isZero();
        assertThat(out.toString()).isEqualTo("19 members in %s, written by an unknown packager%n".formatted(unpacked));
        assertThat(err.toString()).isEmpty();
        assertThat(nrt4j("pack", unpacked, "-o", packed)).isZero();
        assertThat(packed).hasSameBinaryContentAs(allReduce);
        assertThat(out.toString()).contains("uuid 561826fb-125f-4bb8-991c-29e085c8949a");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void jsonIsOneDocument() throws IOException {
        nrt4j("unpack", allReduce, "-d", unpacked, "--json");
        assertThat(json().get("reproducible").asBoolean()).isTrue();
        assertThat(json().get("dialect").isNull()).isTrue();
        assertThat(json().get("members")).hasSize(19);
        nrt4j("pack", unpacked, "-o", packed, "--json");
        assertThat(json().get("size").asLong()).isEqualTo(Files.size(packed));
        assertThat(json().get("hash_form").asText()).isEqualTo("natural-ascii-tail");
        assertThat(json().get("members")).hasSize(19);
    }

    @Test
    void optionsOverrideTheRecipe() throws IOException {
        nrt4j("unpack", allReduce, "-d", unpacked);
        assertThat(nrt4j(
                        "pack",
                        unpacked,
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
        nrt4j("unpack", allReduce, "-d", unpacked);
        assertThat(nrt4j(
                        "pack",
                        unpacked,
                        "-o",
                        packed,
                        "--features",
                        "neff_feature_DGE,dve_perf_mode,neff_feature_vnc"))
                .isZero();
        assertThat(header().featureBits()).isEqualTo(0x1c00);
        assertThat(nrt4j("pack", unpacked, "-o", packed, "--features", "neff_feature_x"))
                .isEqualTo(2);
    }

    @Test
    void uncompressedAndSha256() throws IOException {
        nrt4j("unpack", allReduce, "-d", unpacked);
        assertThat(nrt4j("pack", unpacked, "-o", packed, "--uncompressed", "--hash", "sha256"))
                .isZero();
        assertThat(header().packageVersion()).isEqualTo(1);
        assertThat(nrt4j("inspect", packed, "--json")).isZero();
        assertThat(json().at("/header/digest").asText()).isEqualTo("natural");
    }

    @Test
    void aPlainDirectoryPacksToTheSameFileEveryTimeAndLoads() throws IOException {
        nrt4j("unpack", allReduce, "-d", unpacked);
        Files.delete(unpacked.resolve("nrt4j-pack.json"));
        assertThat(nrt4j("pack", unpacked, "-o", packed)).isZero();
        byte[] first = Files.readAllBytes(packed);
        nrt4j("pack", unpacked, "-o", packed);
        assertThat(packed).hasBinaryContent(first);
        assertThat(nrt4j("load", packed, "--instance", "trn2.48xlarge", "--lnc", "1"))
                .isZero();
    }

    @Test
    void theBillOfMaterialsIsPrintedInThePackagersWords() {
        nrt4j("unpack", allReduce, "-d", unpacked);
        nrt4j("pack", unpacked, "-o", packed, "--bom");
        assertThat(out.toString())
                .startsWith("The NeffPacakger BOM:")
                .contains("Entry " + unpacked.resolve("sg00/pe.bin") + " written to sg00/pe.bin")
                .contains("End of NeffPacakger BOM")
                .contains(" for neff artifacts");
    }

    @Test
    void aRefusalIsExitCode1AndNamesTheMember() throws IOException {
        Path evil = Files.write(
                directory.resolve("evil.neff"),
                NeffFixture.of(TarFixture.tar().file("../evil", "x").end().gzipped())
                        .bytes());
        assertThat(nrt4j("unpack", evil, "-d", unpacked)).isEqualTo(1);
        assertThat(err.toString()).contains("refused: ../evil has a part \"..\"");
        assertThat(unpacked).doesNotExist();
        assertThat(nrt4j("unpack", directory.resolve("none"), "-d", unpacked)).isEqualTo(1);
        assertThat(nrt4j("pack", directory.resolve("none"), "-o", packed)).isEqualTo(1);
        assertThat(nrt4j("pack", Files.createDirectory(directory.resolve("empty")), "-o", packed))
                .isEqualTo(1);
        assertThat(err.toString()).contains("neither neff.json nor a graph directory");
    }

    @Test
    void verifySaysWhetherAFileIsSound() throws IOException {
        assertThat(nrt4j("verify", allReduce)).isZero();
        assertThat(out.toString())
                .contains("ok   digest       natural")
                .contains("packing again gives the same bytes")
                .endsWith("allreduce.neff: sound%n".formatted());
        assertThat(nrt4j("verify", allReduce, "--json")).isZero();
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
        Path file = Files.write(directory.resolve("changed.neff"), changed);
        assertThat(nrt4j("verify", file)).isEqualTo(1);
        assertThat(out.toString()).contains("bad  digest").contains("NOT SOUND");
        assertThat(nrt4j("verify")).isEqualTo(2);
    }

    @Test
    void diffSaysWhatTwoFilesDifferIn() throws IOException {
        nrt4j("unpack", allReduce, "-d", unpacked);
        nrt4j("pack", unpacked, "-o", packed, "--name", "other");
        assertThat(nrt4j("diff", allReduce, packed)).isEqualTo(1);
        assertThat(out.toString()).isEqualTo("header: name: x | other%n1 differences%n".formatted());
        assertThat(nrt4j("diff", allReduce, packed, "--json")).isEqualTo(1);
        assertThat(json().get("same").asBoolean(true)).isFalse();
        assertThat(json().get("differences").get(0).fieldNames())
                .toIterable()
                .containsExactly("area", "what", "left", "right");
        assertThat(nrt4j("diff", allReduce, allReduce, "--json")).isZero();
        assertThat(json().get("same").asBoolean()).isTrue();
        assertThat(nrt4j("diff", allReduce)).isEqualTo(2);
    }

    @Test
    void wrongUsageIsExitCode2() {
        assertThat(nrt4j("pack", unpacked)).isEqualTo(2);
        assertThat(nrt4j("unpack")).isEqualTo(2);
        assertThat(nrt4j("pack", unpacked, "-o", packed, "--features", "x")).isEqualTo(2);
        assertThat(nrt4j("pack", unpacked, "-o", packed, "--level", "0")).isEqualTo(2);
        assertThat(nrt4j("pack", unpacked, "-o", packed, "--mtime", "later")).isEqualTo(2);
        assertThat(nrt4j("pack", unpacked, "-o", packed, "--uuid", "x")).isEqualTo(2);
        assertThat(nrt4j("pack", unpacked, "-o", packed, "--mode", "9")).isEqualTo(2);
        assertThat(nrt4j("pack", unpacked, "-o", packed, "--dialect", "zip")).isEqualTo(2);
        assertThat(nrt4j("pack", unpacked, "-o", packed, "--hash", "crc")).isEqualTo(2);
    }
}
