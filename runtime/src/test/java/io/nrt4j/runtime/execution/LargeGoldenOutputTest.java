package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The large cayman files, bit for bit; source: exec-corpus.md §2, §4. */
@Tag("corpus")
@Tag("bench")
class LargeGoldenOutputTest {
    static Stream<GoldenCase> large() {
        return CaymanFiles.large();
    }

    @ParameterizedTest
    @MethodSource("large")
    void givesEveryBitOfTheGoldenOutput(GoldenCase file) {
        assertThat(file.run(ExecutionOptions.DEFAULT.withTimeout(Duration.ofHours(1))))
                .isEqualTo(file.digest());
    }
}
