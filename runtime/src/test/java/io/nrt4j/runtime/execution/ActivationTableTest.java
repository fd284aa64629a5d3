package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.nrt4j.hal.engine.activation.ActivationFunction;
import io.nrt4j.hal.engine.activation.ExactFunctions;
import io.nrt4j.hal.engine.activation.TableFunction;
import io.nrt4j.hal.engine.activation.TableProfile;
import io.nrt4j.hal.engine.activation.TableSet;
import io.nrt4j.loader.manifest.ActivationFunctionSet;
import io.nrt4j.loader.manifest.ActivationProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The activation tables of real NEFFs against mathematics.
 *
 * <p>The number in a function's name bounds its error: {@code exp_400p} is off by at most 400 units in the last place of
 * an fp32, and {@code tanh_4p} by 4. That holds for every table of the corpus, so what a model's result loses by them is
 * in the tables and not in their evaluation. Source: isa-encodings.md §6 (rule, and errors of exp and tanh).
 */
@Tag("corpus")
class ActivationTableTest {
    private static final Pattern NAME = Pattern.compile("(.*)_(\\d+)p");
    private static final double ULP = 0x1p-23;
    private static final int SAMPLES = 4000;

    /** Within this every function's table applies: sin's ends at pi. */
    private static final double BOUND = 3;

    /** Where a function has a zero its relative error says nothing. */
    private static final double SMALLEST = 0.1;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dlc-tiny-distilbert-cc2.16.372",
                "dlc-tiny-gpt2-cc2.13.66-26f6e2",
                "dlc-tiny-gpt2-cc2.14.227-5f50ca",
                "dlc-tiny-llama3-token_generation-cc2.21.18209",
                "tkf-fused_attention"
            })
    void staysWithinTheErrorInItsName(String file) {
        try (CorpusModel model = CorpusModel.load(file)) {
            var definition = model.model(0).manifest().definitions().get(0);
            List<TableSet> tables = ActivationSets.of(definition, false).sets();
            List<ActivationFunctionSet> sets = definition.activation().sets();
            List<String> checked = new ArrayList<>();
            for (int s = 0; s < sets.size(); s++) {
                TableSet set = tables.get(s);
                for (ActivationProfile named : sets.get(s).profiles()) {
                    TableProfile profile = tables.get(s).profile(named.funcId()).orElseThrow();
                    Matcher name = NAME.matcher(named.funcName());
                    assertThat(name.matches()).as(named.funcName()).isTrue();
                    ExactFunctions.find(name.group(1)).ifPresent(exact -> {
                        double ulps = Double.parseDouble(name.group(2));
                        check(named.funcName(), ulps, new TableFunction(set, profile), exact);
                        checked.add(named.funcName());
                    });
                }
            }
            assertThat(checked).isNotEmpty();
        }
    }

    private static void check(String name, double ulps, ActivationFunction table, ActivationFunction exact) {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < SAMPLES; i++) {
            float x = (float) random.nextDouble(-BOUND, BOUND);
            float expected = exact.apply(x);
            float actual = table.apply(x);
            if (Float.isNaN(expected)) {
                assertThat(actual).as("%s of %s", name, x).isNaN();
            } else {
                double error = Math.abs((double) actual - expected) / Math.max(Math.abs(expected), SMALLEST);
                assertThat(error / ULP).as("%s of %s", name, x).isLessThanOrEqualTo(ulps);
            }
        }
    }
}
