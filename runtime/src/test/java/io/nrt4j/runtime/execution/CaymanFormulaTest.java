package io.nrt4j.runtime.execution;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One cayman file of each family on random inputs; formulas and tolerances: exec-corpus.md §1. */
@Tag("corpus")
class CaymanFormulaTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "chengli-conv2d_2_float16_smaller",
                "chengli-conv2d_4_float32_smaller",
                "chenhzhu-final_pool_float16_smaller",
                "chenhzhu-stream_256k_fd1k",
                "chenhzhu-transpose_1024",
                "dkedia-part2_conv_pool_float32_smaller",
                "nkimoe-v6b",
                "nkipy-matmul_small",
                "riya-my_conv_kernel_float16_smaller",
                "tkf-baseline_attention",
                "tkf-baseline_bf16_s1024",
                "tkf-fused_attention"
            })
    void equalsItsFormula(String file) {
        try (CorpusModel model = CorpusModel.load(file)) {
            CaymanFormulas.of(model).verify(model, file.hashCode(), ExecutionOptions.DEFAULT);
        }
    }
}
