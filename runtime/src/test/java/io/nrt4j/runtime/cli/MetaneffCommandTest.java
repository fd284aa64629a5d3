package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.loader.metaneff.MetaDataType;
import io.nrt4j.loader.metaneff.MetaNeff;
import io.nrt4j.loader.metaneff.MetaTensor;
import io.nrt4j.loader.metaneff.MetaTensorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code nrt4j metaneff}: exit code and JSON. Source: metaneff.md §7. */
class MetaneffCommandTest extends CommandFixture {
    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(directory.resolve(name), bytes);
    }

    private static byte[] message(long elements) {
        return MetaNeff.of(
                        List.of(MetaTensor.of("input", MetaDataType.FLOAT, MetaTensorType.USER_INPUT, elements)),
                        List.of(MetaTensor.of("output", MetaDataType.FLOAT, MetaTensorType.UNDEFINED_TYPE, 32L)))
                .encode();
    }

    @Test
    void aPairThatFits() throws IOException {
        assertThat(nrt4j("metaneff", write("m.pb", message(32)), "--neff", allReduce))
                .isZero();
        assertThat(out.toString()).contains("user_input", "128 B", "fits " + allReduce);
    }

    @Test
    void aPairThatDoesNot() throws IOException {
        assertThat(nrt4j("metaneff", write("m.pb", message(64)), "--neff", allReduce, "--json"))
                .isEqualTo(1);
        JsonNode report = json();
        assertThat(report.path("inputs").path(0).path("bytes").asLong()).isEqualTo(256);
        assertThat(report.path("findings").path(0).path("rule").asText()).isEqualTo("size");
        assertThat(report.path("findings").path(0).path("message").asText())
                .isEqualTo("input has 256 bytes, the NEFF's variable 128");
    }

    @Test
    void whatIsNoMetaneffIsNamed() throws IOException {
        assertThat(nrt4j("metaneff", write("m.pb", new byte[] {0x0A, 0x10, 0x0A})))
                .isEqualTo(1);
        assertThat(err.toString()).contains("m.pb: not a metaneff");
        assertThat(nrt4j("metaneff", directory.resolve("none"))).isEqualTo(1);
        assertThat(err.toString()).contains("no such file");
    }

    @Test
    void aNeffThatCannotBeReadIsNamed() throws IOException {
        Path cut = write("x.neff", new byte[100]);
        assertThat(nrt4j("metaneff", write("m.pb", message(32)), "--neff", cut)).isEqualTo(1);
        assertThat(err.toString()).contains("NRT_INVALID (2): Invalid number of NEFF bytes received 64");
    }
}
