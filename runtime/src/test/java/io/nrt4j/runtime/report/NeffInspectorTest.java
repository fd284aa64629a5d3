package io.nrt4j.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.nrt4j.loader.testing.Corpus;
import io.nrt4j.loader.testing.MutatedNeffs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An inspection never gives up: whatever a file holds, there is a report of it. */
class NeffInspectorTest {
    private static final long SEED = 77;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void aFewDamagedFiles() throws IOException {
        inspect(150);
    }

    @Tag("fuzz")
    @Test
    void manyDamagedFiles() throws IOException {
        inspect(20_000);
    }

    private void inspect(int files) throws IOException {
        MutatedNeffs neffs = new MutatedNeffs(SEED);
        ObjectMapper json = new ObjectMapper();
        int withGraphs = 0;
        int withErrors = 0;
        for (int i = 0; i < files; i++) {
            Path file = Files.write(directory.resolve("m.neff"), neffs.next());
            InspectReport report = NeffInspector.inspect(file);
            assertThat(json.writeValueAsString(report)).startsWith("{");
            withGraphs += report.graphs().isEmpty() ? 0 : 1;
            withErrors += hasError(report) ? 1 : 0;
        }
        assertThat(withGraphs).isGreaterThan(files / 4);
        assertThat(withErrors).isGreaterThan(files / 4);
    }

    private static boolean hasError(InspectReport report) {
        return report.lint().stream().anyMatch(l -> l.severity().equals("error"));
    }

    /** They were made by compilers and ran on hardware. */
    @Tag("corpus")
    @Test
    void smallRealFilesHaveNoError() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path neff :
                Corpus.neffs().filter(f -> f.toFile().length() < 70_000).toList()) {
            NeffInspector.inspect(neff).lint().stream()
                    .filter(l -> l.severity().equals("error"))
                    .forEach(l -> wrong.add(neff.getFileName() + " " + l));
        }
        assertThat(wrong).isEmpty();
    }
}
