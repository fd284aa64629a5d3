package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The assembled images of the small cayman files, bit for bit; source: exec-corpus.md §2, §4. */
@Tag("corpus")
class GoldenOutputTest {
    static Stream<GoldenCase> small() {
        return CaymanFiles.small();
    }

    @ParameterizedTest
    @MethodSource("small")
    void givesEveryBitOfTheGoldenOutput(GoldenCase file) {
        assertThat(file.run(ExecutionOptions.DEFAULT)).isEqualTo(file.digest());
    }
}
