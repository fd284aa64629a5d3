package io.nrt4j.loader.pack.gzip;

import java.util.Arrays;

/**
 * One of the three code alphabets of deflate.
 *
 * <p>Source: RFC 1951 §3.2.5 to §3.2.7; the limits also producer.md §5.3.
 */
enum DeflateAlphabet {
    /** Bytes 0 to 255, end of block, and the 29 length codes. */
    LITERAL(286, 15, 257, new int[] {
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0
    }),
    /** Distance codes. */
    DISTANCE(30, 15, 0, new int[] {
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13
    }),
    /** The code lengths of the other two. */
    CODE_LENGTH(19, 7, 0, new int[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 7});

    static final int END_OF_BLOCK = 256;
    static final int MIN_MATCH = 3;
    static final int MAX_MATCH = 258;

    private static final int MAX_DISTANCE = 1 << 15;
    private static final int FIRST_LENGTH_CODE = 257;
    /** Length 258 has a code of its own, although the code before could express it. */
    private static final int LONGEST_CODE = 285;

    private static final int[] LENGTH_BASES = bases(LITERAL, MIN_MATCH);
    private static final int[] DISTANCE_BASES = bases(DISTANCE, 1);
    private static final int[] LENGTH_CODES = lengthCodes();
    private static final byte[] DISTANCE_CODES = distanceCodes();

    private final int symbols;
    private final int maxLength;
    private final int firstWithExtraBits;

    @SuppressWarnings("ImmutableEnumChecker") // never handed out
    private final int[] extraBits;

    DeflateAlphabet(int symbols, int maxLength, int firstWithExtraBits, int[] extraBits) {
        this.symbols = symbols;
        this.maxLength = maxLength;
        this.firstWithExtraBits = firstWithExtraBits;
        this.extraBits = extraBits;
    }

    private static int[] bases(DeflateAlphabet alphabet, int first) {
        int[] bases = new int[alphabet.extraBits.length];
        int base = first;
        for (int i = 0; i < bases.length; i++) {
            bases[i] = base;
            base += 1 << alphabet.extraBits[i];
        }
        return bases;
    }

    private static int[] lengthCodes() {
        int[] codes = new int[MAX_MATCH + 1];
        for (int i = 0; i < LENGTH_BASES.length; i++) {
            Arrays.fill(codes, LENGTH_BASES[i], codes.length, FIRST_LENGTH_CODE + i);
        }
        codes[MAX_MATCH] = LONGEST_CODE;
        return codes;
    }

    private static byte[] distanceCodes() {
        byte[] codes = new byte[MAX_DISTANCE + 1];
        for (int i = 0; i < DISTANCE_BASES.length; i++) {
            Arrays.fill(codes, DISTANCE_BASES[i], codes.length, (byte) i);
        }
        return codes;
    }

    int symbols() {
        return symbols;
    }

    /** The longest code in bits. */
    int maxLength() {
        return maxLength;
    }

    /** Bits that follow the code of {@code symbol}. */
    int extraBits(int symbol) {
        return symbol < firstWithExtraBits ? 0 : extraBits[symbol - firstWithExtraBits];
    }

    /** The code of a match length, 3 to 258. */
    static int lengthCode(int length) {
        return LENGTH_CODES[length];
    }

    /** What the extra bits of a length's code hold. */
    static int lengthRest(int length) {
        return length == MAX_MATCH ? 0 : length - LENGTH_BASES[LENGTH_CODES[length] - FIRST_LENGTH_CODE];
    }

    /** The code of a distance, 1 to 32768. */
    static int distanceCode(int distance) {
        return DISTANCE_CODES[distance];
    }

    /** What the extra bits of a distance's code hold. */
    static int distanceRest(int distance) {
        return distance - DISTANCE_BASES[distanceCode(distance)];
    }

    /** Bits of the fixed code for {@code symbol}; 0 for the alphabet that has none. */
    int fixedLength(int symbol) {
        return switch (this) {
            case LITERAL -> symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
            case DISTANCE -> 5;
            case CODE_LENGTH -> 0;
        };
    }

    /** Appends the fixed code of {@code symbol}. */
    void writeFixed(int symbol, BitOutput out) {
        int bits = fixedLength(symbol);
        out.put(Integer.reverse(fixedCode(symbol)) >>> (Integer.SIZE - bits), bits);
    }

    private int fixedCode(int symbol) {
        if (this == DISTANCE) {
            return symbol;
        }
        if (symbol < 144) {
            return 0b0011_0000 + symbol;
        }
        if (symbol < 256) {
            return 0b1_1001_0000 + symbol - 144;
        }
        return symbol < 280 ? symbol - 256 : 0b1100_0000 + symbol - 280;
    }
}
