package io.nrt4j.loader.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/** The checks of simdjson's second stage on single values: {@code visit_primitive} and {@code visit_key}. */
final class ScalarCheck {
    private static final int LONGEST_NEGATIVE = 19;
    private static final int LONGEST_POSITIVE = 20;

    private final byte[] json;

    ScalarCheck(byte[] json) {
        this.json = json;
    }

    /** Checks the value that begins at {@code start}; a bracket of either kind is no value here. */
    Optional<SimdjsonError> value(int start) {
        return switch (json[start]) {
            case '"' -> string(start);
            case 't' -> atom(start, "true", SimdjsonError.T_ATOM_ERROR);
            case 'f' -> atom(start, "false", SimdjsonError.F_ATOM_ERROR);
            case 'n' -> atom(start, "null", SimdjsonError.N_ATOM_ERROR);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(start);
            default -> Optional.of(SimdjsonError.TAPE_ERROR);
        };
    }

    /** Checks the escapes of the string whose opening quote is at {@code start}; it is closed. */
    Optional<SimdjsonError> string(int start) {
        for (int i = start + 1; json[i] != '"'; i++) {
            if (json[i] == '\\') {
                i++;
                if (json[i] == 'u') {
                    int length = unicodeEscape(i + 1);
                    if (length == 0) {
                        return Optional.of(SimdjsonError.STRING_ERROR);
                    }
                    i += length;
                } else if ("\"\\/bfnrt".indexOf(json[i]) < 0) {
                    return Optional.of(SimdjsonError.STRING_ERROR);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The number of characters behind {@code \}{@code u}: 4, or 10 for a surrogate pair; 0 if they are wrong. A high surrogate needs a
     * low one behind it; a low one alone passes.
     */
    private int unicodeEscape(int start) {
        int unit = hex(start);
        if (unit < 0) {
            return 0;
        }
        if (!Character.isHighSurrogate((char) unit)) {
            return 4;
        }
        boolean second = start + 5 < json.length && json[start + 4] == '\\' && json[start + 5] == 'u';
        int low = second ? hex(start + 6) : -1;
        return low >= 0 && Character.isLowSurrogate((char) low) ? 10 : 0;
    }

    private int hex(int start) {
        int value = 0;
        for (int i = start; i < start + 4; i++) {
            int digit = i < json.length && json[i] >= 0 ? Character.digit((char) json[i], 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private Optional<SimdjsonError> atom(int start, String text, SimdjsonError error) {
        for (int i = 0; i < text.length(); i++) {
            if (start + i >= json.length || json[start + i] != text.charAt(i)) {
                return Optional.of(error);
            }
        }
        return endsAt(start + text.length()) ? Optional.empty() : Optional.of(error);
    }

    private Optional<SimdjsonError> number(int start) {
        boolean negative = json[start] == '-';
        int digits = start + (negative ? 1 : 0);
        int end = afterDigits(digits);
        int count = end - digits;
        boolean ok = count > 0 && (count == 1 || json[digits] != '0');
        boolean isFloat = false;
        if (ok && at(end) == '.') {
            isFloat = true;
            int fraction = end + 1;
            end = afterDigits(fraction);
            ok = end > fraction;
        }
        if (ok && (at(end) == 'e' || at(end) == 'E')) {
            isFloat = true;
            int exponent = end + 1 + (at(end + 1) == '-' || at(end + 1) == '+' ? 1 : 0);
            end = afterDigits(exponent);
            ok = end > exponent;
        }
        ok = ok && endsAt(end) && (isFloat ? isFinite(start, end) : fits64Bits(negative, digits, end));
        return ok ? Optional.empty() : Optional.of(SimdjsonError.NUMBER_ERROR);
    }

    private boolean isFinite(int start, int end) {
        return Double.isFinite(Double.parseDouble(text(start, end)));
    }

    /** Negative numbers down to -2^63, positive ones up to 2^64-1. */
    private boolean fits64Bits(boolean negative, int digits, int end) {
        int longest = negative ? LONGEST_NEGATIVE : LONGEST_POSITIVE;
        if (end - digits < longest) {
            return true;
        }
        String limit = negative ? "9223372036854775808" : "18446744073709551615";
        return end - digits == longest && text(digits, end).compareTo(limit) <= 0;
    }

    private int afterDigits(int start) {
        int i = start;
        while (i < json.length && json[i] >= '0' && json[i] <= '9') {
            i++;
        }
        return i;
    }

    private int at(int index) {
        return index < json.length ? json[index] : ' ';
    }

    private boolean endsAt(int index) {
        return index >= json.length || StructuralIndex.isSeparator(json[index]);
    }

    private String text(int start, int end) {
        return new String(json, start, end - start, ISO_8859_1);
    }
}
