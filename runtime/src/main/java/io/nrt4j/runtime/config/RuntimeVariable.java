package io.nrt4j.runtime.config;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;

/**
 * An environment variable that the runtime reads once in {@code nrt_init}.
 *
 * @param name the whole name
 * @param kind how its value is read
 * @param defaultText the value without the variable, as text; empty where none is published
 * @param effect what it does to the emulator; empty for one that is only read and listed
 */
public record RuntimeVariable(String name, Kind kind, Optional<String> defaultText, Optional<String> effect) {
    private static final BigInteger UNSIGNED_LIMIT = BigInteger.ONE.shiftLeft(Long.SIZE);

    /** How a value is read. */
    public enum Kind {
        /** Unsigned 64 bits, decimal or hexadecimal behind {@code 0x}. */
        UINT,
        /** {@code true}, {@code 1}, {@code false} or {@code 0}, in any case. */
        BOOL,
        /** Any text. */
        TEXT,
        /** Unsigned numbers with commas between them. */
        LIST
    }

    /** Whether the runtime can read the text as a value of this variable. */
    public boolean accepts(String text) {
        return switch (kind) {
            case UINT -> unsigned(text).isPresent();
            case BOOL -> bool(text).isPresent();
            case TEXT -> true;
            case LIST ->
                java.util.Arrays.stream(text.split(",", -1))
                        .allMatch(item -> unsigned(item).isPresent());
        };
    }

    /** An unsigned number, or empty for what is none. */
    static Optional<Long> unsigned(String text) {
        String digits = text.strip();
        boolean hexadecimal = digits.startsWith("0x") || digits.startsWith("0X");
        try {
            BigInteger value = hexadecimal ? new BigInteger(digits.substring(2), 16) : new BigInteger(digits);
            boolean fits = value.signum() >= 0 && value.compareTo(UNSIGNED_LIMIT) < 0;
            return fits ? Optional.of(value.longValue()) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A truth value, or empty for what is none. */
    static Optional<Boolean> bool(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "1", "true" -> Optional.of(true);
            case "0", "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
