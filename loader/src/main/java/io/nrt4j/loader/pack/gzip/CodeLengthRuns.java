package io.nrt4j.loader.pack.gzip;

/**
 * The code lengths of a tree as runs: lengths themselves, repeats of the previous, and zeros.
 *
 * <p>Source: RFC 1951 §3.2.7; where zlib cuts a run: producer.md §5.3, "Code-length tokens".
 */
final class CodeLengthRuns {
    /** Repeats the previous length 3 to 6 times. */
    private static final int REPEAT = 16;
    /** 3 to 10 zeros. */
    private static final int ZEROS = 17;
    /** 11 to 138 zeros. */
    private static final int MANY_ZEROS = 18;

    /** Receives a code-length symbol with {@code width} bits that hold {@code rest}. */
    interface Sink {
        void token(int symbol, int rest, int width);
    }

    private final HuffmanTree tree;
    private final Sink sink;

    private CodeLengthRuns(HuffmanTree tree, Sink sink) {
        this.tree = tree;
        this.sink = sink;
    }

    static void of(HuffmanTree tree, Sink sink) {
        new CodeLengthRuns(tree, sink).run();
    }

    private void run() {
        int previous = -1;
        int count = 0;
        int max = firstMax(lengthAt(0));
        int min = firstMin(lengthAt(0));
        for (int symbol = 0; symbol <= tree.maxCode(); symbol++) {
            int length = lengthAt(symbol);
            int next = lengthAt(symbol + 1);
            count++;
            if (count < max && length == next) {
                continue;
            }
            tokens(length, count, min, previous);
            count = 0;
            previous = length;
            max = next == 0 ? 138 : next == length ? 6 : 7;
            min = next == 0 || next == length ? 3 : 4;
        }
    }

    private static int firstMax(int length) {
        return length == 0 ? 138 : 7;
    }

    private static int firstMin(int length) {
        return length == 0 ? 3 : 4;
    }

    private void tokens(int length, int count, int min, int previous) {
        if (count < min) {
            for (int i = 0; i < count; i++) {
                sink.token(length, 0, 0);
            }
        } else if (length != 0) {
            int left = count;
            if (length != previous) {
                sink.token(length, 0, 0);
                left--;
            }
            sink.token(REPEAT, left - 3, 2);
        } else if (count <= 10) {
            sink.token(ZEROS, count - 3, 3);
        } else {
            sink.token(MANY_ZEROS, count - 11, 7);
        }
    }

    /** Behind the last code stands a length that equals no other. */
    private int lengthAt(int symbol) {
        return symbol > tree.maxCode() ? 0xffff : tree.length(symbol);
    }
}
