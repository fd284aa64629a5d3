package io.nrt4j.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.loader.testing.Corpus;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MatMulTest {
    /** Sums of 256 products of normal numbers stay below 128, where half an fp16 ulp is 1/32. Source: exec-corpus.md §2. */
    @Tag("corpus")
    @Test
    void isTheProductRoundedOnce() throws IOException {
        assertThat(MatMul.largestError(Corpus.neff("nkipy-matmul_small.neff"), 1))
                .isPositive()
                .isLessThanOrEqualTo(1 / 32.0);
    }
}
