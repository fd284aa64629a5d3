package io.nrt4j.runtime.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.nrt4j.loader.diagnostics.NrtStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The inputs of requests that fail. Source: errors.md §8, nrt-api.md §6 M. */
class InputDumpTest {
    private static final String STATUS = "NEURON_RT_DBG_DUMP_INPUTS_ON_ERR";
    private static final String DIRECTORY = "NEURON_RT_DBG_INPUT_DUMP_DIRECTORY";
    private static final Pattern LINE =
            Pattern.compile("TDRV:tensor_dump_inputs 1 input tensors were dumped successfully to"
                    + " directory (.+/input_dump_\\d+_h_nn_10001)\\. Model name is (.+)");

    private final NrtFixture f = new NrtFixture();

    @AfterEach
    void close() {
        f.close();
    }

    private NrtStatus fail(TensorPlacement placement) {
        f.started();
        Out<NrtModel> model = new Out<>();
        f.load(TestPrograms.fault(), model);
        NrtTensorSet tensors = f.tensors(model.get(), placement);
        Out<NrtTensor> input = new Out<>();
        f.nrt.nrt_get_tensor_from_tensor_set(tensors, "in", input);
        byte[] bytes = new byte[128];
        Arrays.fill(bytes, (byte) 7);
        f.nrt.nrt_tensor_write(input.get(), Unpooled.wrappedBuffer(bytes), 0, bytes.length);
        return f.nrt.nrt_execute(model.get(), tensors, tensors);
    }

    private List<String> dumpLines() {
        return f.errors().stream()
                .filter(line -> line.startsWith("TDRV:tensor_dump_inputs"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = TensorPlacement.class,
            names = {"DEVICE", "HOST"})
    void theInputsOfARequestWithTheStatusAreWritten(TensorPlacement placement, @TempDir Path directory)
            throws IOException {
        f.with(STATUS, "1004").with(DIRECTORY, directory.toString());
        assertThat(fail(placement)).isEqualTo(NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR);
        assertThat(dumpLines()).singleElement().asString().matches(LINE);
        Matcher line = LINE.matcher(dumpLines().get(0));
        assertThat(line.matches()).isTrue();
        Path dump = Path.of(line.group(1));
        assertThat(dump.getParent()).isEqualTo(directory);
        try (Stream<Path> files = Files.list(dump)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).containsExactly("0_in");
        }
        assertThat(Files.readAllBytes(dump.resolve("0_in"))).hasSize(128).containsOnly(7);
        assertThat(f.errors().indexOf(dumpLines().get(0))).isGreaterThan(indexOfModelLine());
    }

    private int indexOfModelLine() {
        List<String> errors = f.errors();
        for (int i = 0; i < errors.size(); i++) {
            if (errors.get(i).startsWith("NMGR:kmgr_exec Failed to execute model")) {
                return i;
            }
        }
        throw new AssertionError(errors);
    }

    @Test
    void otherStatusesAreNotDumped(@TempDir Path directory) throws IOException {
        f.with(STATUS, "1006").with(DIRECTORY, directory.toString());
        assertThat(fail(TensorPlacement.DEVICE)).isEqualTo(NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR);
        assertThat(dumpLines()).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aDirectoryThatCannotBeMadeChangesNoStatus(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        f.with(STATUS, "1004").with(DIRECTORY, file.toString());
        assertThat(fail(TensorPlacement.DEVICE)).isEqualTo(NrtStatus.NRT_EXEC_COMPLETED_WITH_ERR);
        assertThat(dumpLines())
                .containsExactly("TDRV:tensor_dump_inputs Failed to dump input tensors to directory " + file);
    }
}
