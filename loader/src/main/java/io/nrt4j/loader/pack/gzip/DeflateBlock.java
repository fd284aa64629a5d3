package io.nrt4j.loader.pack.gzip;

/**
 * The symbols of one deflate block, and the choice between the three ways to write them.
 *
 * <p>Source: RFC 1951 §3.2.3 to §3.2.7; the choices producer.md §5.3, "Block coder".
 */
final class DeflateBlock {
    /** The order in which the lengths of the code-length code are sent. */
    private static final int[] CODE_LENGTH_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private static final int MIN_CODE_LENGTHS = 4;
    private static final int STORED = 0;
    private static final int FIXED = 1;
    private static final int DYNAMIC = 2;
    private static final int TYPE_BITS = 3;
    private static final int STORED_OVERHEAD = 4;

    private final BitOutput out;
    private final HuffmanTree literals = new HuffmanTree(DeflateAlphabet.LITERAL);
    private final HuffmanTree distances = new HuffmanTree(DeflateAlphabet.DISTANCE);
    private final HuffmanTree codeLengths = new HuffmanTree(DeflateAlphabet.CODE_LENGTH);
    /** Per symbol the distance, 0 for a literal, and the length or the byte. */
    private final char[] symbolDistances;

    private final char[] symbolValues;
    private int symbols;

    /** Writes a symbol of an alphabet in the code of the block. */
    private interface Coder {
        void write(int symbol, BitOutput out);
    }

    /**
     * @param capacity zlib ends a block one symbol before this
     * @param out where blocks are written
     */
    DeflateBlock(int capacity, BitOutput out) {
        this.out = out;
        this.symbolDistances = new char[capacity];
        this.symbolValues = new char[capacity];
        start();
    }

    private void start() {
        symbols = 0;
        literals.reset();
        distances.reset();
        codeLengths.reset();
        literals.count(DeflateAlphabet.END_OF_BLOCK);
    }

    /** Adds a byte; returns whether the block is full. */
    boolean literal(byte value) {
        literals.count(value & 0xff);
        return add(0, value & 0xff);
    }

    /** Adds a match; returns whether the block is full. */
    boolean match(int distance, int length) {
        literals.count(DeflateAlphabet.lengthCode(length));
        distances.count(DeflateAlphabet.distanceCode(distance));
        return add(distance, length);
    }

    private boolean add(int distance, int value) {
        symbolDistances[symbols] = (char) distance;
        symbolValues[symbols++] = (char) value;
        return symbols == symbolValues.length - 1;
    }

    /**
     * Writes the block and starts the next.
     *
     * @param raw the array that holds the block's bytes
     * @param offset where they start, negative when they are no longer there
     * @param length how many they are
     */
    void flush(boolean last, byte[] raw, int offset, int length) {
        literals.build();
        distances.build();
        int codeLengthCount = buildCodeLengths();
        long headerBits = codeLengths.optimalBits() + 3L * codeLengthCount + 5 + 5 + 4;
        long dynamic = bytes(literals.optimalBits() + distances.optimalBits() + headerBits);
        long fixed = bytes(literals.fixedBits() + distances.fixedBits());

        int lastBit = last ? 1 : 0;
        if (offset >= 0 && length + STORED_OVERHEAD <= Math.min(dynamic, fixed)) {
            out.put(STORED << 1 | lastBit, TYPE_BITS);
            out.align();
            out.put(length, Short.SIZE);
            out.put(~length & 0xffff, Short.SIZE);
            out.put(raw, offset, length);
        } else if (fixed <= dynamic) {
            out.put(FIXED << 1 | lastBit, TYPE_BITS);
            writeSymbols(DeflateAlphabet.LITERAL::writeFixed, DeflateAlphabet.DISTANCE::writeFixed);
        } else {
            out.put(DYNAMIC << 1 | lastBit, TYPE_BITS);
            writeTrees(codeLengthCount);
            writeSymbols(literals::write, distances::write);
        }
        if (last) {
            out.align();
        }
        start();
    }

    /** Bytes for a block of this many bits behind its three header bits. */
    private static long bytes(long bits) {
        return (bits + TYPE_BITS + 7) >> 3;
    }

    private int buildCodeLengths() {
        CodeLengthRuns.of(literals, (symbol, rest, width) -> codeLengths.count(symbol));
        CodeLengthRuns.of(distances, (symbol, rest, width) -> codeLengths.count(symbol));
        codeLengths.build();
        int count = CODE_LENGTH_ORDER.length;
        while (count > MIN_CODE_LENGTHS && codeLengths.length(CODE_LENGTH_ORDER[count - 1]) == 0) {
            count--;
        }
        return count;
    }

    private void writeTrees(int codeLengthCount) {
        out.put(literals.maxCode() + 1 - 257, 5);
        out.put(distances.maxCode() + 1 - 1, 5);
        out.put(codeLengthCount - 4, 4);
        for (int i = 0; i < codeLengthCount; i++) {
            out.put(codeLengths.length(CODE_LENGTH_ORDER[i]), 3);
        }
        for (HuffmanTree tree : new HuffmanTree[] {literals, distances}) {
            CodeLengthRuns.of(tree, (symbol, rest, width) -> {
                codeLengths.write(symbol, out);
                out.put(rest, width);
            });
        }
    }

    private void writeSymbols(Coder literalCoder, Coder distanceCoder) {
        for (int i = 0; i < symbols; i++) {
            int distance = symbolDistances[i];
            int value = symbolValues[i];
            if (distance == 0) {
                literalCoder.write(value, out);
                continue;
            }
            int lengthCode = DeflateAlphabet.lengthCode(value);
            literalCoder.write(lengthCode, out);
            out.put(DeflateAlphabet.lengthRest(value), DeflateAlphabet.LITERAL.extraBits(lengthCode));
            int distanceCode = DeflateAlphabet.distanceCode(distance);
            distanceCoder.write(distanceCode, out);
            out.put(DeflateAlphabet.distanceRest(distance), DeflateAlphabet.DISTANCE.extraBits(distanceCode));
        }
        literalCoder.write(DeflateAlphabet.END_OF_BLOCK, out);
    }
}
