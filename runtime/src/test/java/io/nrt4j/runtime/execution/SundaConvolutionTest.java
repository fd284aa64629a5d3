package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The convolution kernels of the sunda corpus; source: exec-sunda.md §2. */
@Tag("corpus")
@Tag("bench")
class SundaConvolutionTest {
    private static final ExecutionOptions OPTIONS = ExecutionOptions.DEFAULT.withTimeout(Duration.ofHours(1));
    private static final double WEIGHT_SCALE = 1 / Math.sqrt(2304);

    static Stream<SundaConvolution> files() {
        return SundaConvolution.all();
    }

    /** On the integers of exec-corpus.md §4 every correct order of summation gives the same bits. */
    @ParameterizedTest
    @MethodSource("files")
    void isExactOnIntegers(SundaConvolution file) {
        try (CorpusModel model = CorpusModel.load(file.file())) {
            float[] x = integers(model, "X", Golden.v(1, 5, -2));
            float[] w = integers(model, "W", Golden.v(2, 3, -1));
            float[] bias = integers(model, "bias", Golden.v(3, 7, -3));
            double[] expected = file.expected(model, x, w, bias);
            model.run(OPTIONS);
            byte[] reference = GoldenCase.pack(model.tensors().outputs().get(0), expected.length, i -> expected[i]);
            assertThat(Golden.digest(model.output())).isEqualTo(Golden.digest(reference));
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void equalsItsFormula(SundaConvolution file) {
        try (CorpusModel model = CorpusModel.load(file.file())) {
            Formula formula = (m, in) -> Comparison.absolute(
                    file.expected(m, in.normal("X", 1), in.normal("W", WEIGHT_SCALE), in.normal("bias", 1)),
                    file.tolerance());
            formula.verify(model, file.file().hashCode(), OPTIONS);
        }
    }

    private static float[] integers(CorpusModel model, String input, IntToDoubleFunction values) {
        byte[] bytes = GoldenCase.pack(model.input(input), values);
        model.tensors().write(input, bytes);
        return RandomInputs.values(model.input(input).dtype(), bytes);
    }
}
