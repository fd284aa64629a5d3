package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.engine.machine.Schedule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random interleavings of engines and DMAs change no bit of a result; source: isa.md §0 (random scheduler), exec-corpus.md
 * §1 for the formula.
 */
@Tag("corpus")
class ScheduleIndependenceTest {
    private static final int SEEDS = 20;
    private static final int SCHEDULES = 5;

    @Test
    void multipliesMatricesInAnyOrder() {
        try (CorpusModel model = CorpusModel.load("nkipy-matmul_small")) {
            Formula formula = CaymanFormulas.of(model);
            for (int seed = 0; seed < SEEDS; seed++) {
                formula.verify(model, seed, ExecutionOptions.DEFAULT);
                byte[] fair = model.output();
                for (int schedule = 0; schedule < SCHEDULES; schedule++) {
                    assertThat(outputOf(model, seed * SCHEDULES + schedule))
                            .as("inputs %d, schedule %d", seed, schedule)
                            .isEqualTo(fair);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tkf-fused_attention", "tkf-baseline_attention", "tkf-baseline_bf16_s1024"})
    void attendsInAnyOrder(String file) {
        try (CorpusModel model = CorpusModel.load(file)) {
            CaymanFormulas.of(model).verify(model, 1, ExecutionOptions.DEFAULT);
            byte[] fair = model.output();
            for (int schedule = 0; schedule < 3; schedule++) {
                assertThat(outputOf(model, schedule))
                        .as("schedule %d", schedule)
                        .isEqualTo(fair);
            }
        }
    }

    private static byte[] outputOf(CorpusModel model, int seed) {
        model.soilOutputs();
        model.run(ExecutionOptions.DEFAULT.withSchedule(() -> Schedule.random(seed)));
        return model.output();
    }
}
