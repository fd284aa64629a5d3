package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of executed files in the documentation says what the tests do. */
@Tag("corpus")
class ExecutedCorpusTest {
    private static final Path TABLE = Path.of("docs", "executed-corpus.md");
    private static final String NEVER_RUN =
            "fault at the first slot of PE: opcode 0xC7, v1's SET_TRANSFER_ADJUST, whose effect is not known";

    /** A line of the table; the checks say in which test run they take place. */
    private record Line(String file, String target, String computes, String status, String checks) {
        String text() {
            return "| %s | %s | %s | %s | %s |".formatted(file, target, computes, status, checks);
        }
    }

    @Test
    void listsEveryFileAsTheTestsRunIt() throws IOException {
        List<String> table = Files.readAllLines(TABLE).stream()
                .filter(line -> line.startsWith("| "))
                .toList();
        List<String> expected = new ArrayList<>();
        expected.add("| file | target | computes | status | checked against |");
        lines().forEach(line -> expected.add(line.text()));
        assertThat(table).containsExactlyElementsOf(expected);
    }

    @Test
    void coversTheCorpus() {
        Set<String> listed = lines().stream().map(Line::file).collect(Collectors.toSet());
        assertThat(listed).hasSameSizeAs(lines()).hasSize(49 + 49 + 3);
        for (Line line : lines()) {
            JsonNode target = Corpus.manifest().path(line.file() + ".neff").path("target");
            assertThat(line.target()).as(line.file()).isEqualTo(target.isNull() ? "tonga" : target.asText());
        }
    }

    private static List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        Set<String> byDefault = CaymanFiles.representatives().collect(Collectors.toSet());
        CaymanFiles.small()
                .forEach(file -> lines.add(cayman(
                        file.file(),
                        file.digest(),
                        "golden bits; formula" + (byDefault.contains(file.file()) ? "" : " (bench)"))));
        CaymanFiles.large()
                .forEach(file -> lines.add(cayman(file.file(), file.digest(), "golden bits, formula (bench)")));
        lines.add(cayman(
                LargeProductTest.FILE, CaymanFiles.MATMUL_LARGE, "golden bits, formula on 10,000 outputs (bench)"));
        SundaFiles.additions()
                .forEach(file -> lines.add(sunda(file, CaymanFiles.computes(CaymanFiles.ADD), "golden bits")));
        SundaConvolution.all()
                .forEach(c -> lines.add(sunda(
                        c.file(),
                        "convolution" + c.variant(),
                        "every bit on integers, formula within %s (bench)".formatted(c.tolerance()))));
        SundaFiles.models().forEach(m -> lines.add(sunda(m.file(), m.computes(), m.check())));
        TongaFileTest.files().forEach(file -> lines.add(new Line(file, "tonga", "not known", "fault", NEVER_RUN)));
        return lines;
    }

    private static Line cayman(String file, String digest, String checks) {
        return new Line(file, "cayman", CaymanFiles.computes(digest), "verified", checks);
    }

    private static Line sunda(String file, String computes, String checks) {
        return new Line(file, "sunda", computes, "verified", checks);
    }
}
