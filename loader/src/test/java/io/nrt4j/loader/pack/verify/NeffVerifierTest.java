package io.nrt4j.loader.pack.verify;

import static io.nrt4j.loader.testing.TarFixture.tar;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.Arch;
import io.nrt4j.loader.container.ByteSource;
import io.nrt4j.loader.pack.HashForm;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.loader.pack.WriterDialect;
import io.nrt4j.loader.pack.verify.VerifyCheck.Outcome;
import io.nrt4j.loader.testing.AllReduceModel;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.NeffFixture;
import io.nrt4j.loader.testing.TarFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NeffVerifierTest {
    private static VerifyReport verify(byte[] file) {
        try (ByteSource source = ByteSource.of(file)) {
            return NeffVerifier.verify(source);
        }
    }

    private static NeffBuilder model() {
        return NeffBuilder.named("m.neff")
                .target(Arch.SUNDA)
                .graph(g -> g.input("x", TensorType.FLOAT32, 4).output("y", TensorType.FLOAT32, 4));
    }

    private static List<String> named(VerifyReport report, Outcome outcome) {
        return report.checks().stream()
                .filter(check -> check.outcome() == outcome)
                .map(check -> check.name() + ": " + check.text())
                .toList();
    }

    @Test
    void aBuiltModelIsSoundAndReproducible() {
        VerifyReport report = verify(model().toByteArray());
        assertThat(named(report, Outcome.BAD)).isEmpty();
        assertThat(report.isSound()).isTrue();
        assertThat(report.digest()).isEqualTo("word_swapped");
        assertThat(report.dialect()).contains(WriterDialect.LIBARCHIVE_REPRODUCIBLE);
        assertThat(report.generation()).contains(CompilerGeneration.NEURONX_2_18);
        assertThat(report.reproducible()).isTrue();
        // It does not pretend to come from a compiler.
        assertThat(named(report, Outcome.ODD))
                .contains("compiler: info.json names nrt4j, but the file looks like "
                        + CompilerGeneration.NEURONX_2_18.label());
    }

    @Test
    void theEmbeddedModelIsSoundButOfNoKnownCompiler() {
        VerifyReport report = verify(AllReduceModel.toByteArray());
        assertThat(report.digest()).isEqualTo("natural");
        assertThat(report.isSound()).isTrue();
        assertThat(report.dialect()).isEmpty();
        assertThat(report.generation()).isEmpty();
        assertThat(report.reproducible()).isTrue();
    }

    @Test
    void everyChangedByteOfThePayloadIsNoticed() {
        byte[] file = model().toByteArray();
        for (int at = 1024; at < file.length; at += 97) {
            byte[] changed = file.clone();
            changed[at] ^= 1;
            VerifyReport report = verify(changed);
            assertThat(report.isSound()).as("byte %d", at).isFalse();
            assertThat(named(report, Outcome.BAD)).anyMatch(text -> text.startsWith("digest: "));
        }
    }

    @Test
    void aWrongGzipTrailerIsBadEvenWithTheRightDigest() {
        byte[] file = model().uncompressed().toByteArray();
        assertThat(verify(file).isSound()).isTrue();
        byte[] example = AllReduceModel.toByteArray();
        example[example.length - 5] ^= 1;
        assertThat(named(verify(example), Outcome.BAD)).anyMatch(text -> text.startsWith("gzip: trailer: CRC"));
    }

    @Test
    void aFileThatIsNoNeffIsNamed() {
        assertThat(named(verify("<html></html>".getBytes(StandardCharsets.UTF_8)), Outcome.BAD))
                .singleElement()
                .asString()
                .startsWith("file: this is an HTML page");
        assertThat(verify(new byte[0]).isSound()).isFalse();
        byte[] file = model().toByteArray();
        for (int length : new int[] {1, 1000, 1024, 1025, 2000, file.length - 1}) {
            assertThat(verify(Arrays.copyOf(file, length)).isSound()).isFalse();
        }
    }

    @Test
    void whatNoCompilerDoesIsOdd() {
        assertThat(named(verify(model().insertionOrder().toByteArray()), Outcome.ODD))
                .contains("order: sg00/def.json stands where sg00/Activation.bin belongs");
        assertThat(named(
                        verify(model().member(
                                        "kelf-0.json",
                                        "{\"graphs\": [ {\"definition\":\"sg00/def.json\",\"name\":\"sg00\"}],"
                                                + "\"version\":\"0.5\",\"target\":\"sunda\"}")
                                .toByteArray()),
                        Outcome.ODD))
                .contains("json: no compiler writes the text of kelf-0.json");
        assertThat(named(verify(model().header(fields -> fields.name("other")).toByteArray()), Outcome.ODD))
                .contains("info.json: name or TPB counts differ from the header's");
        assertThat(named(verify(model().hash(HashForm.VERBATIM).toByteArray()), Outcome.BAD))
                .contains("digest: the payload is not the one that the header's digest is of");
    }

    /** Behind the given members one of 2 GiB, which take a few bytes as a hole. */
    private static VerifyReport withSparse(TarFixture tar, String name) {
        tar.pax('x', "GNU.sparse.size=2147483648", "GNU.sparse.map=2147483647,1")
                .file(name, "x");
        return verify(NeffFixture.of(tar.end().bytes()).rightHash().bytes());
    }

    @Test
    void aMemberLargerThanATextIsNamedAndNotRead() {
        VerifyReport report = withSparse(tar(), "info.json");
        assertThat(named(report, Outcome.ODD))
                .contains("info.json: not looked at: 2147483648 bytes, more than the 1073741822 of a text");
        assertThat(report.toolVersion()).isEmpty();
    }

    @Test
    void debugInfoLargerThanAMessageIsNamedAndNotRead() {
        String definition = "{\"pool_asm_dbg\": [\"pool.asm\"], \"pool_instr\": \"pool.bin\"}";
        TarFixture tar = tar().file("sg00/def.json", definition).file("sg00/pool.bin", new byte[64]);
        assertThat(named(withSparse(tar, "sg00/pool.asm"), Outcome.ODD))
                .contains("debug info: sg00/pool.asm: 2147483648 bytes, more than a message has");
    }

    @Tag("corpus")
    @Test
    void everyCorpusFileIsSoundReproducibleAndOfTheCompilerItNames() throws IOException {
        Map<String, Integer> generations = new TreeMap<>();
        Map<String, Integer> odd = new TreeMap<>();
        List<String> wrong = new ArrayList<>();
        for (Path neff : Corpus.neffs().toList()) {
            VerifyReport report;
            try (ByteSource source = ByteSource.open(neff)) {
                report = NeffVerifier.verify(source);
            }
            if (!report.isSound()
                    || !report.reproducible()
                    || report.generation().isEmpty()
                    || !report.generation().get().admits(report.toolVersion().orElse(""))) {
                wrong.add(neff.getFileName() + " " + named(report, Outcome.BAD) + " " + report.generation());
            }
            report.generation().ifPresent(generation -> generations.merge(generation.name(), 1, Integer::sum));
            report.checks().stream()
                    .filter(check -> check.outcome() == Outcome.ODD)
                    .forEach(check -> odd.merge(check.name() + ": " + check.text(), 1, Integer::sum));
        }
        System.out.println("generations: " + generations);
        System.out.println("odd: " + odd);
        assertThat(wrong).isEmpty();
        assertThat(generations).isNotEmpty();
    }
}
