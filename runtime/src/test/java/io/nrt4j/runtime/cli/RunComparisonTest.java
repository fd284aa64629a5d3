package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.nrt4j.loader.manifest.NrtDtype;
import io.nrt4j.loader.pack.TensorType;
import io.nrt4j.runtime.npy.NpyHeader;
import io.nrt4j.runtime.npy.NpyType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code nrt4j run --compare}. */
class RunComparisonTest extends RunCommandFixture {
    @Test
    void appliesTheTolerances() throws IOException {
        Path neff = copyNeff("x", "y", TensorType.FLOAT32, 32);
        Path x = npy("x.npy", NrtDtype.FLOAT32, ramp(32, 1), 32);
        Path near = npy("near.npy", NrtDtype.FLOAT32, ramp(32, 1.001f), 32);
        assertThat(run(neff, "--input", "x=" + x, "--compare", x)).isZero();
        assertThat(out.toString()).contains("y  equal", "0 of 32 elements beyond the tolerance");
        assertThat(run(neff, "--input", "x=" + x, "--compare", "y=" + near, "--json"))
                .isEqualTo(1);
        JsonNode comparison = json().path("comparisons").get(0);
        assertThat(json().path("status").asInt(-1)).isZero();
        assertThat(comparison.path("equal").asBoolean(true)).isFalse();
        assertThat(comparison.path("different").asInt()).isEqualTo(32);
        assertThat(comparison.path("worst").asInt()).isEqualTo(31);
        assertThat(comparison.path("maxAbsolute").asDouble()).isCloseTo(0.032, within(1e-5));
        assertThat(comparison.path("maxRelative").asDouble()).isCloseTo(0.001 / 1.001, within(1e-6));
        assertThat(run(neff, "--input", "x=" + x, "--compare", near, "--rtol", "1e-2"))
                .isZero();
        // Differences are 0.001, 0.002 ... 0.032.
        assertThat(run(neff, "--input", "x=" + x, "--compare", near, "--rtol", 0, "--atol", 0.0105, "--json"))
                .isEqualTo(1);
        assertThat(json().path("comparisons").get(0).path("different").asInt()).isEqualTo(22);
    }

    @Test
    void takesAReferenceOfAnotherTypeAndOrder() throws IOException {
        Path neff = copyNeff("x", "y", TensorType.INT32, 2, 2);
        Path x = npy("x.npy", NrtDtype.INT32, new byte[] {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}, 2, 2);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(new NpyHeader(new NpyType(true, 'f', 8), true, List.of(2L, 2L)).encode());
        file.writeBytes(ByteBuffer.allocate(32)
                .putDouble(1)
                .putDouble(3)
                .putDouble(2)
                .putDouble(4.5)
                .array());
        Path reference = Files.write(directory.resolve("ref.npy"), file.toByteArray());
        assertThat(run(neff, "--input", "x=" + x, "--compare", "0:y=" + reference, "--json"))
                .isEqualTo(1);
        JsonNode comparison = json().path("comparisons").get(0);
        assertThat(comparison.path("different").asInt()).isEqualTo(1);
        assertThat(comparison.path("worst").asInt()).isEqualTo(3);
        assertThat(comparison.path("maxAbsolute").asDouble()).isEqualTo(0.5);
    }

    @Test
    void countsNaNAsEqualToNaNOnly() throws IOException {
        Path neff = copyNeff("x", "y", TensorType.FLOAT32, 2);
        byte[] nan = {0, 0, (byte) 0xC0, 0x7F, 0, 0, (byte) 0x80, 0x3F};
        Path x = npy("x.npy", NrtDtype.FLOAT32, nan, 2);
        assertThat(run(neff, "--input", "x=" + x, "--compare", x)).isZero();
        Path ones = npy("ones.npy", NrtDtype.FLOAT32, new byte[] {0, 0, (byte) 0x80, 0x3F, 0, 0, (byte) 0x80, 0x3F}, 2);
        assertThat(run(neff, "--input", "x=" + x, "--compare", ones, "--atol", 1e30, "--json"))
                .isEqualTo(1);
        assertThat(json().path("comparisons").get(0).path("different").asInt()).isEqualTo(1);
    }

    @Test
    void saysWhatCannotBeCompared() throws IOException {
        Path neff = copyNeff("x", "y", TensorType.FLOAT32, 4);
        Path wrongShape = npy("shape.npy", NrtDtype.FLOAT32, new byte[16], 2, 2);
        assertThat(run(neff, "--compare", wrongShape, "--json")).isEqualTo(1);
        assertThat(json().path("message").asText()).contains("output y: its shape is [4]", "is [2, 2]");
        Path complex = npy("c.npy", new NpyType(false, 'c', 8), new byte[32], 4);
        assertThat(run(neff, "--compare", complex)).isEqualTo(1);
        assertThat(out.toString()).contains("output y: it is float32", "is complex64");
        assertThat(run(neff, "--compare", "z=" + complex)).isEqualTo(2);
        assertThat(err.toString()).contains("names no output of the NEFF; it has y (float32 [4])");
    }
}
