package io.nrt4j.runtime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands print on the console behind a call that failed. Source: errors.md §2, §8. */
class FailedCallTest extends RunCommandFixture {
    private static final String CUT_TO_HERE = "NRT:nrt_infodump -------------8<-----------[ cut to here ]-----------8<";

    /** The console's lines as {@code MODULE:function message}, from level ERROR on. */
    private static List<String> console(IntSupplier command) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            assertThat(command.getAsInt()).isEqualTo(1);
        } finally {
            System.setErr(before);
        }
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(" ERROR "))
                .map(line -> line.replaceFirst("^.* ERROR +", "").replaceFirst(" +", " "))
                .toList();
    }

    /** errors.md §8, R31 and later: leaf, kmgr_exec, infodump, nrt_execute_repeat. */
    @Test
    void anExecutionThatFailsEndsAsInTheRuntime() throws IOException {
        Path neff = stuckNeff();
        List<String> lines = console(() -> run(neff));
        assertThat(lines)
                .containsSubsequence(
                        "NMGR:kmgr_exec Failed to execute model: 10001, error: 5",
                        "NRT:nrt_infodump Neuron runtime information - please include in any support request:",
                        "NRT:nrt_infodump Failure: NRT_TIMEOUT in nrt_execute()",
                        "NRT:nrt_infodump Visible cores: 0");
        assertThat(lines.get(lines.size() - 2)).startsWith(CUT_TO_HERE);
        assertThat(lines).endsWith("NRT:nrt_execute_repeat Failed to execute model stuck.neff with status 5");
    }

    /** errors.md §8: the line of nrt_execute_repeat is known from 2025-09 on. */
    @ParameterizedTest
    @CsvSource({"2.26.0.0, 0", "2.27.0.0, 1"})
    void olderRuntimesHaveNoLastLine(String runtime, int lines) throws IOException {
        Path neff = stuckNeff();
        assertThat(console(() -> run(neff, "--runtime", runtime)))
                .filteredOn(line -> line.startsWith("NRT:nrt_execute_repeat"))
                .hasSize(lines);
    }

    /** errors.md §3 (header peek: none; infodump), §9 K1. */
    @ParameterizedTest
    @ValueSource(strings = {"load", "run"})
    void aHeaderThatCannotBeReadIsFollowedByTheInfodump(String command) throws IOException {
        Path neff = Files.write(directory.resolve("k1.neff"), new byte[100]);
        assertThat(console(() -> nrt4j(command, neff)))
                .startsWith(
                        "NEFF:neff_get_header_from_buffer Invalid number of NEFF bytes received 64",
                        "NRT:nrt_infodump Neuron runtime information - please include in any support request:")
                .contains("NRT:nrt_infodump Failure: NRT_INVALID in nrt_load()")
                .last()
                .asString()
                .startsWith(CUT_TO_HERE);
    }
}
