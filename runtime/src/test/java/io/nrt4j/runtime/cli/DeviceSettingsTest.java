package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the environment says about the device of a command. Source: memory.md §6.3, nrt-api.md §5, §6 H. */
class DeviceSettingsTest extends RunCommandFixture {
    private static final long MIB = 1 << 20;

    /** One virtual variable takes one page. */
    private Path scratchNeff() throws IOException {
        byte[] neff = NeffBuilder.named("scratch.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, 4)
                        .output("y", TensorType.FLOAT32, 4)
                        .virtual("v", 4096, 0))
                .toByteArray();
        return Files.write(directory.resolve("scratch.neff"), neff);
    }

    @ParameterizedTest
    @CsvSource({"A=B, 512", "NEURON_SCRATCHPAD_PAGE_SIZE=1024, 1024", "NEURON_RT_ONE_TMPBUF_PAGE_SIZE_MB=1536, 1536"})
    void aLoadTakesPagesOfTheSizeThatIsAskedFor(String variable, long mebibytes) throws IOException {
        Path neff = scratchNeff();
        assertThat(nrt4j("load", neff, "--env", variable, "--json")).isZero();
        JsonNode memory = json().path(0).path("memory");
        assertThat(StreamSupport.stream(memory.spliterator(), false)
                        .filter(view -> view.path("category").asText().equals("shared scratchpad"))
                        .map(view -> view.path("bytes").asLong()))
                .as(memory.toString())
                .containsExactly(mebibytes * MIB);
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "4096, 2", "1024, 0"})
    void aRunRefusesPagesOfNoSizeOrOfFourGibibytes(long mebibytes, int status) throws IOException {
        run(allReduce, "--json", "--env", "NEURON_SCRATCHPAD_PAGE_SIZE=" + mebibytes);
        assertThat(json().path("status").asInt(-1)).isEqualTo(status);
        String message = json().path("message").asText();
        if (status != 0) {
            assertThat(message)
                    .isEqualTo("Invalid scratchpad page size " + mebibytes * MIB
                            + " bytes, must be less than 4294967295 bytes");
        }
    }

    /** nrt-api.md §5: logical cores count from the first visible one. */
    @Test
    void aRunUsesTheFirstVisibleCore() throws IOException {
        assertThat(run(allReduce, "--json", "--env", "NEURON_RT_VISIBLE_CORES=2-3"))
                .isZero();
        assertThat(json().path("device").path("logicalCore").asInt()).isEqualTo(2);
        assertThat(run(allReduce, "--json", "--env", "NEURON_RT_VISIBLE_CORES=2-3", "--cores", "1:1"))
                .isZero();
        assertThat(json().path("device").path("logicalCore").asInt()).isEqualTo(3);
    }
}
