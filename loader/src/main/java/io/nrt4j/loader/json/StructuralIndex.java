package io.nrt4j.loader.json;

import java.util.Arrays;

/**
 * The structural characters of a document, as simdjson's first stage indexes them: brackets, colons and commas outside
 * strings, opening quotes, and the first character of every other scalar.
 *
 * <p>Backslashes escape the next quote or backslash everywhere, not only in strings; a quote directly behind another
 * scalar does not start a new one. Both follow from the way in which the real scanner works on bit masks.
 */
final class StructuralIndex {
    /** Stands for the position behind the last structural character. */
    static final int END = -1;

    private enum Kind {
        SCALAR,
        WHITESPACE,
        OPERATOR,
        QUOTE,
        BACKSLASH
    }

    private static final Kind[] KINDS = kinds();

    private final byte[] json;
    private int[] positions;
    private int count;
    private boolean unclosedString;
    private boolean controlInString;
    private int allBits;

    private StructuralIndex(byte[] json) {
        this.json = json;
        this.positions = new int[json.length / 4 + 16];
    }

    static StructuralIndex of(byte[] json) {
        StructuralIndex index = new StructuralIndex(json);
        index.scan();
        return index;
    }

    /** The position of structural character {@code n}, or {@link #END}. */
    int position(int n) {
        return n < count ? positions[n] : END;
    }

    int count() {
        return count;
    }

    /** Whether the document ends inside a string. */
    boolean hasUnclosedString() {
        return unclosedString;
    }

    /** Whether a control character stands in a string. */
    boolean hasControlInString() {
        return controlInString;
    }

    /** Whether there is a byte outside ASCII. */
    boolean hasNonAscii() {
        return allBits < 0;
    }

    /** Whether a scalar ends before this character. */
    static boolean isSeparator(byte b) {
        Kind kind = KINDS[b & 0xFF];
        return kind == Kind.OPERATOR || kind == Kind.WHITESPACE;
    }

    private void scan() {
        boolean afterScalar = false;
        int i = 0;
        while (i < json.length) {
            Kind kind = KINDS[json[i] & 0xFF];
            if (kind == Kind.WHITESPACE) {
                afterScalar = false;
                i++;
                continue;
            }
            if (kind == Kind.OPERATOR || !afterScalar) {
                add(i);
            }
            afterScalar = kind == Kind.SCALAR || kind == Kind.BACKSLASH;
            i = switch (kind) {
                case QUOTE -> behindString(i + 1);
                case BACKSLASH -> behindEscape(i + 1);
                case SCALAR -> behindScalar(i);
                default -> i + 1;
            };
        }
    }

    private int behindScalar(int start) {
        int i = start;
        do {
            allBits |= json[i++];
        } while (i < json.length && KINDS[json[i] & 0xFF] == Kind.SCALAR);
        return i;
    }

    private int behindEscape(int next) {
        boolean escapes = next < json.length && (json[next] == '"' || json[next] == '\\');
        return escapes ? next + 1 : next;
    }

    private int behindString(int start) {
        boolean escaped = false;
        for (int i = start; i < json.length; i++) {
            byte b = json[i];
            if (b == '"' && !escaped) {
                return i + 1;
            }
            allBits |= b;
            controlInString |= b >= 0 && b < ' ';
            escaped = b == '\\' && !escaped;
        }
        unclosedString = true;
        return json.length;
    }

    private void add(int position) {
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, count + (count >> 1));
        }
        positions[count++] = position;
    }

    private static Kind[] kinds() {
        Kind[] kinds = new Kind[256];
        Arrays.fill(kinds, Kind.SCALAR);
        for (char c : "{}[]:,".toCharArray()) {
            kinds[c] = Kind.OPERATOR;
        }
        for (char c : " \t\n\r".toCharArray()) {
            kinds[c] = Kind.WHITESPACE;
        }
        kinds['"'] = Kind.QUOTE;
        kinds['\\'] = Kind.BACKSLASH;
        return kinds;
    }
}
