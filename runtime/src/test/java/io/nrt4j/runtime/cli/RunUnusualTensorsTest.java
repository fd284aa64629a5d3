package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.pack.NeffBuilder;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.runtime.npy.NpyHeader;
import io.nrt4j.runtime.npy.NpyType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** NEFFs whose tensors are out of the ordinary. */
class RunUnusualTensorsTest extends RunCommandFixture {
    private Path neff(String name, NeffBuilder builder) throws IOException {
        return Files.write(directory.resolve(name), builder.toByteArray());
    }

    @Test
    void runsWithoutInputs() throws IOException {
        Path neff = neff(
                "source.neff",
                NeffBuilder.named("source.neff")
                        .target(Arch.CAYMAN)
                        .graph(graph -> graph.output("y", TensorType.INT8, 16)
                                .constant(
                                        "c",
                                        TensorType.INT8,
                                        new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
                                        16)
                                .queue(QUEUE, "in", EngineType.POOL, QUEUE_SEMAPHORE)
                                .copy(EngineType.POOL, QUEUE, 0, QUEUE_SEMAPHORE, "c", "y", 16)
                                .program(EngineType.POOL, copyProgram(RINGS))));
        assertThat(run(neff, "--output-dir", directory, "--json"))
                .as(err.toString())
                .isZero();
        assertThat(json().path("inputs").isEmpty()).isTrue();
        assertThat(err.toString()).isEmpty();
        assertThat(read(directory.resolve("y.npy")))
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        assertThat(run(neff, "--input", "x=y.npy")).isEqualTo(2);
        assertThat(err.toString()).contains("names no input of the NEFF; it has none");
    }

    /** The output has the input's memory: what the program does not write is what the input held. Source: exec-sunda.md §2.1. */
    @Test
    void letsAnOutputBeItsInput() throws IOException {
        Path neff = neff(
                "alias.neff",
                NeffBuilder.named("alias.neff")
                        .target(Arch.CAYMAN)
                        .graph(graph -> graph.input("x", TensorType.UINT8, 4).output("y", TensorType.UINT8, 4))
                        .alias("x", "y"));
        Path x = npy("x.npy", NrtDtype.UINT8, new byte[] {7, 6, 5, 4}, 4);
        assertThat(run(neff, "--input", "x=" + x, "--output-dir", directory))
                .as(err.toString())
                .isZero();
        assertThat(read(directory.resolve("y.npy"))).containsExactly(7, 6, 5, 4);
    }

    @Test
    void takesTensorsWithoutElements() throws IOException {
        Path neff = neff(
                "empty.neff",
                NeffBuilder.named("empty.neff")
                        .target(Arch.CAYMAN)
                        .graph(graph ->
                                graph.input("x", TensorType.FLOAT32, 0, 4).output("y", TensorType.FLOAT16, 3, 0)));
        Path x = npy("x.npy", NrtDtype.FLOAT32, new byte[0], 0, 4);
        assertThat(run(neff, "--input", "x=" + x, "--output-dir", directory, "--json"))
                .as(out.toString())
                .isZero();
        JsonNode output = json().path("outputs").get(0);
        assertThat(output.path("bytes").asInt(-1)).isZero();
        // SHA-256 of nothing.
        assertThat(output.path("sha256").asText())
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assertThat(Files.readAllBytes(directory.resolve("y.npy")))
                .isEqualTo(new NpyHeader(NpyType.of(NrtDtype.FLOAT16), false, List.of(3L, 0L)).encode());
    }

    /** 16 GiB fit the device's HBM, but not the memory of the JVM that runs the tests. */
    @Test
    void saysHowMuchMemoryTensorsNeed() throws IOException {
        Path neff = neff(
                "large.neff",
                NeffBuilder.named("large.neff")
                        .target(Arch.CAYMAN)
                        .graph(graph -> graph.input("x", TensorType.UINT8, 1L << 17, 1L << 17)
                                .output("y", TensorType.UINT8, 16)));
        assertThat(run(neff, "--json")).isEqualTo(1);
        assertThat(json().path("statusName").asText()).isEqualTo("NRT_RESOURCE");
        assertThat(json().path("message").asText()).contains("17179869200 bytes", "NRT4J_JAVA_OPTS=-Xmx");
    }

    /** What input and output share is there once. */
    @Test
    void countsTheMemoryOfAnAliasOnce() throws IOException {
        Path neff = neff(
                "largeAlias.neff",
                NeffBuilder.named("largeAlias.neff")
                        .target(Arch.CAYMAN)
                        .graph(graph -> graph.input("x", TensorType.UINT8, 1L << 17, 1L << 17)
                                .output("y", TensorType.UINT8, 1L << 17, 1L << 17))
                        .alias("x", "y"));
        assertThat(run(neff, "--json")).isEqualTo(1);
        assertThat(json().path("message").asText()).contains("the tensors take 17179869184 bytes", "-Xmx18g");
    }
}
