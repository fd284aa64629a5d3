package io.nrt4j.loader.manifest;

import static io.nrt4j.loader.manifest.SmallModel.KELF;
import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.diagnostics.LogRecord;
import io.nrt4j.loader.diagnostics.RuntimeAbortException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kelf descriptor becomes. */
class KelfParserTest {
    /** manifest.md §3: {@code strtol}, cut to 16 bits, and what stands behind a dash. */
    @ParameterizedTest
    @CsvSource({
        "0.5, 0, 5, ''",
        "0.6-, 0, 6, ''",
        "1.2-beta-3, 1, 2, beta-3",
        "' +7.x', 7, 0, ''",
        "-1.65536, 65535, 0, ''",
        "65537.99999999999999999999, 1, 65535, ''",
        "., 0, 0, ''",
        "a.b.c, 0, 0, ''",
    })
    void kelfVersions(String text, int major, int minor, String suffix) {
        List<LogRecord> log = SmallModel.cayman()
                .set(KELF, "/version", "'" + text + "'")
                .load(m -> assertThat(m.kelf().version()).isEqualTo(new Kelf.Version(major, minor, suffix)));
        assertThat(log).extracting(LogRecord::message).contains("KELF version: " + major + "." + minor + "-" + suffix);
    }

    /** manifest.md §3: {@code get_kbin} asserts that a name is there once. */
    @Test
    void twoGraphsOfOneNameEndTheProcess() {
        SmallModel model =
                SmallModel.cayman().set(KELF, "/graphs/1", "{'name': 'sg00', 'definition': 'sg00/def.json'}");
        assertThat(model.failure())
                .get()
                .isInstanceOf(RuntimeAbortException.class)
                .satisfies(e -> assertThat(e.getMessage())
                        .contains("kelf.cpp:217", "Assertion `graphs.count(name) == 1' failed."));
    }

    /** manifest.md §3.1: without a slash the directory is empty. */
    @Test
    void aDefinitionAtTheRoot() {
        SmallModel model = SmallModel.cayman();
        for (String member : List.copyOf(model.members().keySet())) {
            if (member.startsWith("sg00/")) {
                model.rename(member, member.substring(5));
            }
        }
        model.set(KELF, "/graphs/0/definition", "'def.json'").load(m -> {
            assertThat(m.definitions().get(0).directory()).isEmpty();
            assertThat(m.definitions().get(0).engine(EngineType.PE).programMember())
                    .isEqualTo("PE.bin");
        });
    }
}
