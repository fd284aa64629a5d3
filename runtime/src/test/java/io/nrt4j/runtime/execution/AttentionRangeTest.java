package io.nrt4j.runtime.execution;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Attention on scores so large that exp would overflow without the subtracted maximum, and so that neither a negated
 * reduction nor the bias of the activation can go unnoticed; source: isa.md §0, §0.1 (negated maximum, bias pointer).
 */
@Tag("corpus")
class AttentionRangeTest {
    private static final double BOUND = 10;

    /** The error of isa.md §0 with exact exponentials, 4.7e-5, and 1.2e-5 of the tables (isa-encodings.md §6). */
    @ParameterizedTest
    @CsvSource({"tkf-fused_attention, 6e-5", "tkf-baseline_attention, 6e-5", "tkf-baseline_bf16_s1024, 8e-3"})
    void attendsToLargeScores(String file, double tolerance) {
        try (CorpusModel model = CorpusModel.load(file)) {
            Formula formula = (m, in) -> {
                float[] q = in.uniform("q_ref", BOUND);
                float[] k = in.uniform("k_ref", BOUND);
                return CaymanFormulas.attend(m, q, k, in.uniform("v_ref", 1)).within(tolerance);
            };
            formula.verify(model, 7, ExecutionOptions.DEFAULT);
        }
    }
}
