package io.nrt4j.runtime.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code nkipy-matmul_large}: 128 x 32768 times 32768 x 65536 halves, 550 GFLOP on two cores. Needs a heap of 7 GiB.
 *
 * <p>The 4 GiB of {@code y} are written to the device piece by piece from a generator that can be asked for any element
 * again. Source: isa.md §0 (tolerance), exec-corpus.md §4 (key M).
 */
@Tag("corpus")
@Tag("bench")
class LargeProductTest {
    static final String FILE = "nkipy-matmul_large";
    private static final int INNER = 32768;
    private static final int COLUMNS = 65536;
    private static final int SAMPLES = 10_000;
    private static final int PIECE = 1 << 20;
    private static final double TOLERANCE = 6.6e-4;
    private static final int NUMBERS = 12;
    private static final int NUMBER_BITS = 5;
    private static final int MEAN = 186;
    private static final ExecutionOptions OPTIONS = ExecutionOptions.DEFAULT.withTimeout(Duration.ofHours(2));

    @Test
    void isRightOnASample() {
        try (CorpusModel model = CorpusModel.load(FILE)) {
            fill(model, "x", i -> bell(i, 1));
            fill(model, "y", i -> bell(i, 2));
            run(model);
            float[] out = Golden.fp16(model.output());
            SplittableRandom random = new SplittableRandom(3);
            for (int n = 0; n < SAMPLES; n++) {
                int row = random.nextInt(out.length / COLUMNS);
                int column = random.nextInt(COLUMNS);
                double expected = product(row, column);
                double actual = out[row * COLUMNS + column];
                assertThat(Math.abs(actual - expected) / Math.max(1, Math.abs(expected)))
                        .as("row %d, column %d: %s, should be %s", row, column, actual, expected)
                        .isLessThanOrEqualTo(TOLERANCE);
            }
            for (float value : out) {
                assertThat(Float.isNaN(value)).as("an output nobody wrote").isFalse();
            }
        }
    }

    private static void run(CorpusModel model) {
        double seconds = model.run(OPTIONS).elapsed().toNanos() / 1e9;
        double operations = 2.0 * model.tensors().outputs().get(0).size() / Short.BYTES * INNER;
        System.out.printf("%s: %.1f s, %.1f GFLOP/s on one thread%n", FILE, seconds, operations / seconds / 1e9);
    }

    private static double product(int row, int column) {
        double sum = 0;
        for (int k = 0; k < INNER; k++) {
            sum += bell(row * INNER + k, 1) * bell(k * COLUMNS + column, 2);
        }
        return sum;
    }

    /** A sum of twelve numbers of five bits, less its mean and scaled: nearly normal, variance near one, exact. */
    private static double bell(int i, int seed) {
        long bits = Integer.toUnsignedLong(Golden.hash(i, seed)) << Integer.SIZE
                | Integer.toUnsignedLong(Golden.hash(i, seed + 100));
        int sum = 0;
        for (int n = 0; n < NUMBERS; n++) {
            sum += (int) (bits >>> (n * NUMBER_BITS)) & (1 << NUMBER_BITS) - 1;
        }
        return (sum - MEAN) / (double) (1 << NUMBER_BITS);
    }

    @Test
    void givesEveryBitOfTheGoldenOutput() {
        try (CorpusModel model = CorpusModel.load(FILE)) {
            fill(model, "x", Golden.v(1, 3, -1));
            fill(model, "y", Golden.v(2, 3, -1));
            run(model);
            assertThat(Golden.digest(model.output())).isEqualTo(CaymanFiles.MATMUL_LARGE);
        }
    }

    private static void fill(CorpusModel model, String input, IntToDoubleFunction values) {
        long count = model.input(input).size() / Short.BYTES;
        for (long start = 0; start < count; start += PIECE) {
            int first = (int) start;
            int length = (int) Math.min(PIECE, count - start);
            byte[] bytes = Golden.fp16(length, i -> values.applyAsDouble(first + i));
            model.tensors().write(input, start * Short.BYTES, bytes, 0, bytes.length);
        }
    }
}
