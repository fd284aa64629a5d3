package io.nrt4j.hal.engine.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Every kernel against the definition, bit for bit; source: isa.md §5.2, exec-corpus.md §8 (order of partial sums). */
class TileKernelTest {
    private static final TileKernel REFERENCE = new ScalarTileKernel();
    private static final int SPARE = 3;

    @Property(tries = 60)
    void everyKernelGivesTheBitsOfTheReference(
            @ForAll @IntRange(min = 1, max = 40) int rows,
            @ForAll @IntRange(min = 1, max = 20) int columns,
            @ForAll @IntRange(min = 1, max = 150) int count,
            @ForAll long seed) {
        for (TileKernel kernel : TileKernels.all()) {
            Random random = new Random(seed);
            float[][] weights = tile(rows, columns, random);
            float[][] moving = tile(rows, count, random);
            assertThat(text(single(kernel, weights, moving, rows, columns, count)))
                    .as(kernel.getClass().getSimpleName())
                    .isEqualTo(text(single(REFERENCE, weights, moving, rows, columns, count)));
            assertThat(text(wide(kernel, widened(weights), widened(moving), rows, columns, count)))
                    .as(kernel.getClass().getSimpleName())
                    .isEqualTo(text(wide(REFERENCE, widened(weights), widened(moving), rows, columns, count)));
        }
    }

    @Test
    void aProductIsTheSumOverTheRows() {
        float[][] weights = {{1, 2}, {3, 4}, {5, 6}};
        float[][] moving = {{1, 0, 2}, {0, 1, 2}, {0, 0, 2}};
        for (TileKernel kernel : TileKernels.all()) {
            float[][] product = new float[2][3];
            kernel.multiply(weights, moving, 3, 2, 3, product);
            assertThat(product).isDeepEqualTo(new float[][] {{1, 3, 18}, {2, 4, 24}});
        }
    }

    @Test
    void infinitiesAndNansSpreadAsInTheReference() {
        float[][] weights = {{Float.POSITIVE_INFINITY, 1, 0}, {1, Float.NaN, -0f}};
        float[][] moving = new float[2][64];
        Arrays.fill(moving[0], 1);
        moving[0][33] = 0;
        moving[1][34] = Float.NEGATIVE_INFINITY;
        for (TileKernel kernel : TileKernels.all()) {
            assertThat(text(single(kernel, weights, moving, 2, 3, 64)))
                    .as(kernel.getClass().getSimpleName())
                    .isEqualTo(text(single(REFERENCE, weights, moving, 2, 3, 64)));
        }
    }

    @Test
    void theFastestKernelIsOneOfThem() {
        assertThat(TileKernels.all().stream().map(Object::getClass))
                .contains(TileKernels.fastest().getClass());
    }

    /** Larger arrays than the shape, with what an earlier product may have left in them. */
    private static float[][] single(
            TileKernel kernel, float[][] weights, float[][] moving, int rows, int columns, int count) {
        float[][] product = new float[columns + SPARE][count + SPARE];
        Stream.of(product).forEach(row -> Arrays.fill(row, 7));
        kernel.multiply(weights, moving, rows, columns, count, product);
        return product;
    }

    private static double[][] wide(
            TileKernel kernel, double[][] weights, double[][] moving, int rows, int columns, int count) {
        double[][] product = new double[columns + SPARE][count + SPARE];
        Stream.of(product).forEach(row -> Arrays.fill(row, 7));
        kernel.multiply(weights, moving, rows, columns, count, product);
        return product;
    }

    /** Tells all values apart, 0 and -0 too, but not one NaN from another. */
    private static String text(Object[] product) {
        return Arrays.deepToString(product);
    }

    private static float[][] tile(int rows, int count, Random random) {
        float[][] tile = new float[rows][count];
        for (float[] row : tile) {
            for (int i = 0; i < count; i++) {
                row[i] = (float) random.nextGaussian();
            }
        }
        return tile;
    }

    private static double[][] widened(float[][] tile) {
        return Stream.of(tile)
                .map(row ->
                        IntStream.range(0, row.length).mapToDouble(i -> row[i]).toArray())
                .toArray(double[][]::new);
    }
}
