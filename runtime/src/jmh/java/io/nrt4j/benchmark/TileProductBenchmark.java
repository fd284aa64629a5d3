package io.nrt4j.benchmark;

import io.nrt4j.hal.engine.matrix.LoopTileKernel;
import io.nrt4j.hal.engine.matrix.ScalarTileKernel;
import io.nrt4j.hal.engine.matrix.TileKernel;
import io.nrt4j.hal.engine.matrix.TileKernels;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The matrix engine's product of a 128 x 128 with a 128 x 512 tile, beside numpy's of the same fp32 arrays.
 *
 * <p>"Single" is what 16-bit inputs take; "wide" is what fp32 inputs take, whose sums are in double precision. "Loops"
 * are the plain loops, "vector" the kernel with the JDK's vector API.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
public class TileProductBenchmark {
    private static final int SIZE = 128;
    private static final int COUNT = 512;

    private final float[][] weights = new float[SIZE][SIZE];
    private final float[][] moving = new float[SIZE][COUNT];
    private final float[][] product = new float[SIZE][COUNT];
    private final double[][] wideWeights = new double[SIZE][SIZE];
    private final double[][] wideMoving = new double[SIZE][COUNT];
    private final double[][] wideProduct = new double[SIZE][COUNT];
    private final TileKernel loops = new LoopTileKernel();
    private final TileKernel vector = TileKernels.fastest();
    private final TileKernel scalar = new ScalarTileKernel();

    @Setup
    public void fill() {
        Random random = new Random(1);
        fill(weights, wideWeights, random);
        fill(moving, wideMoving, random);
    }

    private static void fill(float[][] tile, double[][] wide, Random random) {
        for (int row = 0; row < tile.length; row++) {
            for (int i = 0; i < tile[row].length; i++) {
                tile[row][i] = (float) random.nextGaussian();
                wide[row][i] = tile[row][i];
            }
        }
    }

    @Benchmark
    public float[][] singleLoops() {
        loops.multiply(weights, moving, SIZE, SIZE, COUNT, product);
        return product;
    }

    @Benchmark
    public float[][] singleVector() {
        vector.multiply(weights, moving, SIZE, SIZE, COUNT, product);
        return product;
    }

    @Benchmark
    public double[][] wideLoops() {
        loops.multiply(wideWeights, wideMoving, SIZE, SIZE, COUNT, wideProduct);
        return wideProduct;
    }

    @Benchmark
    public double[][] wideVector() {
        vector.multiply(wideWeights, wideMoving, SIZE, SIZE, COUNT, wideProduct);
        return wideProduct;
    }

    @Benchmark
    public float[][] scalarReference() {
        scalar.multiply(weights, moving, SIZE, SIZE, COUNT, product);
        return product;
    }

    /** The peer: numpy on OpenBLAS with one thread. */
    @State(Scope.Benchmark)
    public static class Numpy {
        private static final int BATCH = 500;

        private final NumpyProduct python = new NumpyProduct(SIZE, SIZE, COUNT);

        @Setup
        public void start() throws IOException {
            python.start();
        }

        @TearDown(Level.Trial)
        public void stop() {
            python.close();
        }
    }

    @Benchmark
    @OperationsPerInvocation(Numpy.BATCH)
    public void peerNumpy(Numpy numpy) throws IOException {
        numpy.python.multiply(Numpy.BATCH);
    }
}
