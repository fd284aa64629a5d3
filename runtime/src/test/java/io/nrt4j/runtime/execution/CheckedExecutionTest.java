package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.engine.check.MachineCheck;
import io.nrt4j.hal.engine.machine.Schedule;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that ran on hardware pass every check of the machine, and no order of engines and transfers changes a bit of
 * what they give; source: exec-corpus.md §3 item 6, §4.
 */
@Tag("corpus")
class CheckedExecutionTest {
    private static final ExecutionOptions OPTIONS = ExecutionOptions.DEFAULT.withTimeout(Duration.ofHours(1));

    /** One file for each way of moving data. */
    private static final String[] FILES = {
        "chengli-stream_256k_fd1k",
        "chengli-conv2d_1_float16_smaller",
        "chenhzhu-final_pool_float16_smaller",
        "nkipy-matmul_small",
        "tkf-baseline_bf16_s1024",
        "tkf-fused_attention"
    };

    static Stream<GoldenCase> some() {
        Map<String, GoldenCase> cases =
                CaymanFiles.small().collect(Collectors.toMap(GoldenCase::file, Function.identity()));
        return Stream.of(FILES).map(cases::get);
    }

    static Stream<GoldenCase> all() {
        return Stream.concat(CaymanFiles.small(), CaymanFiles.large());
    }

    @ParameterizedTest
    @MethodSource("some")
    void readsNothingUninitialisedAndRacesNowhere(GoldenCase file) {
        ExecutionOptions checked = OPTIONS.withChecks(EnumSet.allOf(MachineCheck.class));
        assertThat(file.run(checked.withSchedule(() -> Schedule.random(0)))).isEqualTo(file.digest());
    }

    @ParameterizedTest
    @MethodSource("some")
    void givesTheSameBitsInAnyOrder(GoldenCase file) {
        for (int seed = 1; seed <= 2; seed++) {
            long chosen = seed;
            assertThat(file.run(OPTIONS.withSchedule(() -> Schedule.random(chosen))))
                    .as("random:%d", seed)
                    .isEqualTo(file.digest());
        }
    }

    /** All but the one with a race of its own: {@link SpillRaceTest}. */
    static Stream<GoldenCase> allWithoutRace() {
        return all().filter(file -> !file.file().equals(SpillRaceTest.FILE));
    }

    @Tag("bench")
    @ParameterizedTest
    @MethodSource("allWithoutRace")
    void everyFilePassesTheChecks(GoldenCase file) {
        assertThat(file.run(OPTIONS.withChecks(EnumSet.allOf(MachineCheck.class))))
                .isEqualTo(file.digest());
    }

    @Tag("bench")
    @ParameterizedTest
    @MethodSource("all")
    void everyFileGivesTheSameBitsInAnyOrder(GoldenCase file) {
        assertThat(file.run(
                        OPTIONS.withSchedule(() -> Schedule.random(file.file().hashCode()))))
                .isEqualTo(file.digest());
    }
}
