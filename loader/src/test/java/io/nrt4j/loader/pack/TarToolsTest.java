package io.nrt4j.loader.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nrt4j.hal.Arch;
import io.nrt4j.hal.EngineType;
import io.nrt4j.loader.container.NeffHeader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tar programs that people list NEFFs with (producer.md §12) read our payloads and have nothing to complain about.
 */
class TarToolsTest {
    @TempDir
    private Path directory = Path.of("");

    static Stream<Arguments> toolsAndDialects() {
        return Stream.of("tar", "bsdtar")
                .flatMap(tool -> Stream.concat(
                        Arrays.stream(WriterDialect.values()).map(dialect -> Arguments.of(tool, dialect, false)),
                        Stream.of(Arguments.of(tool, WriterDialect.LIBARCHIVE_REPRODUCIBLE, true))));
    }

    @ParameterizedTest
    @MethodSource("toolsAndDialects")
    void theMembersOfAModelAreListedWithoutAWarning(String tool, WriterDialect dialect, boolean uncompressed)
            throws Exception {
        NeffBuilder model = NeffBuilder.named("copy.neff")
                .target(Arch.CAYMAN)
                .graph(graph -> graph.input("x", TensorType.FLOAT32, 4, 8)
                        .output("y", TensorType.FLOAT32, 4, 8)
                        .constant("bias", TensorType.FLOAT16, new byte[6], 3)
                        .queue("qSPIO0", "in", EngineType.SP, 8)
                        .copy(EngineType.SP, "qSPIO0", 0, 8, "x", "y", 128));
        assertListed(tool, model, dialect, uncompressed);
    }

    /** Names of every length at which a header changes its form, in and outside of ASCII. */
    @ParameterizedTest
    @MethodSource("toolsAndDialects")
    void longAndUnicodeNamesAreListedWithoutAWarning(String tool, WriterDialect dialect, boolean uncompressed)
            throws Exception {
        NeffBuilder model = NeffBuilder.named("names.neff");
        for (int length : new int[] {1, 99, 100, 101, 155, 156, 250}) {
            model.member("n".repeat(length), "x".repeat(length));
            model.member("sg00/" + "d".repeat(length) + "/" + "n".repeat(length), "");
        }
        model.member("debug_info/größe.dbg", "1").member("sg00/重み.npy", "2").member("é".repeat(120), "3");
        assertListed(tool, model, dialect, uncompressed);
    }

    private void assertListed(String tool, NeffBuilder model, WriterDialect dialect, boolean uncompressed)
            throws IOException, InterruptedException {
        Path program = onPath(tool);
        assumeTrue(program != null, tool + " is not installed: nothing was checked with it");
        model.dialect(dialect).mtime(1_700_000_000);
        byte[] file = (uncompressed ? model.uncompressed() : model).toByteArray();
        Path payload =
                Files.write(directory.resolve("payload"), Arrays.copyOfRange(file, NeffHeader.SIZE, file.length));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                        program.toString(), uncompressed ? "-tf" : "-tzf", payload.toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(err)).isEmpty();
        assertThat(process.exitValue()).isZero();
        assertThat(Files.readString(out, StandardCharsets.UTF_8).lines())
                .containsExactlyElementsOf(model.plan().members().stream()
                        .map(member -> member.entry().name())
                        .toList());
    }

    private static @Nullable Path onPath(String tool) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).resolve(tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
