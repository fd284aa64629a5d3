package io.nrt4j.loader.pack.tar;

/**
 * A time of a tar entry: whole seconds for the header field, and the fraction as text for the pax record.
 *
 * <p>The fraction is kept as the digits that stood in the record, because the two writers print it differently: one
 * drops trailing zeros of nanoseconds, the other prints the shortest decimal of a double.
 *
 * @param seconds seconds since 1970-01-01 UTC
 * @param fraction the digits behind the decimal point, empty when the record (if any) had no point
 */
public record TarTime(long seconds, String fraction) {
    /** 1970-01-01, what the reproducible writer stores. */
    public static final TarTime EPOCH = new TarTime(0, "");

    public TarTime {
        if (!fraction.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("not a fraction: " + fraction);
        }
    }

    /** A time of whole seconds. */
    public static TarTime ofSeconds(long seconds) {
        return new TarTime(seconds, "");
    }

    /**
     * Reads a pax time such as {@code 1733029749.66387288}.
     *
     * @throws IllegalArgumentException when it is not decimal seconds with an optional fraction
     */
    public static TarTime parse(String text) {
        int point = text.indexOf('.');
        return point < 0
                ? ofSeconds(Long.parseLong(text))
                : new TarTime(Long.parseLong(text.substring(0, point)), text.substring(point + 1));
    }

    /** Whether seconds and fraction are all zero. */
    boolean isZero() {
        return seconds == 0 && !hasFraction();
    }

    /** Whether there is anything behind the decimal point but zeros. */
    boolean hasFraction() {
        return fraction.chars().anyMatch(c -> c != '0');
    }

    /** {@code seconds[.fraction]}. */
    public String text() {
        return fraction.isEmpty() ? Long.toString(seconds) : seconds + "." + fraction;
    }
}
