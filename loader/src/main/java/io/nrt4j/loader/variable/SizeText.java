package io.nrt4j.loader.variable;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Sizes as the runtime's memory reports print them: {@code 192.102MB}.
 *
 * <p>Source: memory.md §9.2.
 */
public final class SizeText {
    private static final String[] UNITS = {"B", "KB", "MB", "GB"};

    private SizeText() {}

    /**
     * Divides by 1024 while there are at least 1024, at most to GB, and prints three decimals without a space.
     *
     * <p>Ties round to even as in C: 13.0625 KB is {@code 13.062KB}, where Java's formatter would say 13.063.
     */
    public static String of(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return new BigDecimal(value).setScale(3, RoundingMode.HALF_EVEN).toPlainString() + UNITS[unit];
    }
}
