package io.nrt4j.loader.json;

/**
 * Walks the structural characters of a document, as simdjson's first stage indexes them: brackets, colons and commas
 * outside strings, opening quotes, and the first character of every other scalar.
 *
 * <p>Backslashes escape the next character everywhere, not only in strings; a quote directly behind another scalar does
 * not start a new one. Both follow from the way in which the real scanner works on bit masks.
 */
final class StructuralScanner {
    /** What {@link #next()} returns behind the last structural character. */
    static final int END = -1;

    private final byte[] json;
    private int position;
    private boolean inString;
    private boolean escaped;
    private boolean afterScalar;
    private boolean controlInString;
    private boolean nonAscii;

    StructuralScanner(byte[] json) {
        this.json = json;
    }

    /** The index of the next structural character, or {@link #END}. */
    int next() {
        while (position < json.length) {
            if (isStructuralStart(json[position++])) {
                return position - 1;
            }
        }
        return END;
    }

    /** Whether the bytes walked so far end inside a string. */
    boolean isInString() {
        return inString;
    }

    /** Whether a control character stood in a string. */
    boolean hasControlInString() {
        return controlInString;
    }

    /** Whether there was a byte outside ASCII. */
    boolean hasNonAscii() {
        return nonAscii;
    }

    private boolean isStructuralStart(byte b) {
        nonAscii |= b < 0;
        boolean isEscaped = escaped;
        escaped = b == '\\' && !isEscaped;
        boolean isQuote = b == '"' && !isEscaped;
        if (inString) {
            inString = !isQuote;
            controlInString |= b >= 0 && b < ' ';
            afterScalar = !isQuote && !isSeparator(b);
            return false;
        }
        boolean followsScalar = afterScalar;
        inString = isQuote;
        afterScalar = !isQuote && !isSeparator(b);
        return isOperator(b) || (!isWhitespace(b) && !followsScalar);
    }

    /** Whether a scalar ends before this character. */
    static boolean isSeparator(byte b) {
        return isOperator(b) || isWhitespace(b);
    }

    private static boolean isOperator(byte b) {
        return b == '{' || b == '}' || b == '[' || b == ']' || b == ':' || b == ',';
    }

    private static boolean isWhitespace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
