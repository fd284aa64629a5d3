package io.nrt4j.runtime.execution;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One cayman file of each family on random inputs; formulas and tolerances: exec-corpus.md §1. */
@Tag("corpus")
class CaymanFormulaTest {
    static Stream<String> files() {
        return CaymanFiles.representatives();
    }

    @ParameterizedTest
    @MethodSource("files")
    void equalsItsFormula(String file) {
        try (CorpusModel model = CorpusModel.load(file)) {
            CaymanFormulas.of(model).verify(model, file.hashCode(), ExecutionOptions.DEFAULT);
        }
    }
}
