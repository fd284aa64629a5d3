package io.nrt4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RunModelTest {
    /** Each of 128 x 128 elements is the product of 256 ones. */
    @Tag("corpus")
    @Test
    void matmulOfOnes() throws IOException {
        assertThat(RunModel.run(Corpus.neff("nkipy-matmul_small.neff")))
                .isEqualTo(Map.of("output0", 128.0 * 128 * 256));
    }
}
