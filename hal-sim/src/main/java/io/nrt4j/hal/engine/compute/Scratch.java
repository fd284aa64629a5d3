package io.nrt4j.hal.engine.compute;

/** Rows of working memory that the operations of a core share, so that running them allocates nothing. */
final class Scratch {
    private static final int ROWS = 4;

    private final float[][] floats = new float[ROWS][0];
    private final long[][] words = new long[ROWS][0];
    private double[] doubles = new double[0];

    /** A row of at least {@code count} values; its content is left over from its last use. */
    float[] floats(int row, int count) {
        if (floats[row].length < count) {
            floats[row] = new float[count];
        }
        return floats[row];
    }

    /** A row of at least {@code count} words; its content is left over from its last use. */
    long[] words(int row, int count) {
        if (words[row].length < count) {
            words[row] = new long[count];
        }
        return words[row];
    }

    /** The only row of at least {@code count} double values; its content is left over from its last use. */
    double[] doubles(int count) {
        if (doubles.length < count) {
            doubles = new double[count];
        }
        return doubles;
    }
}
