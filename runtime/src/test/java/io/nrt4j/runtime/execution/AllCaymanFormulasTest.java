package io.nrt4j.runtime.execution;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every cayman file on random inputs; formulas and tolerances: exec-corpus.md §1. */
@Tag("corpus")
@Tag("bench")
class AllCaymanFormulasTest {
    static Stream<GoldenCase> files() {
        return Stream.concat(CaymanFiles.small(), CaymanFiles.large());
    }

    @ParameterizedTest
    @MethodSource("files")
    void equalsItsFormula(GoldenCase file) {
        try (CorpusModel model = CorpusModel.load(file.file())) {
            ExecutionOptions options = ExecutionOptions.DEFAULT.withTimeout(Duration.ofHours(1));
            CaymanFormulas.of(model).verify(model, file.file().hashCode(), options);
        }
    }
}
