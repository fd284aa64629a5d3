package io.nrt4j.loader.archive;

/**
 * The number fields of tar headers, with libarchive's tolerance and saturation.
 *
 * <p>Own code because commons-compress ({@code TarUtils}) throws where libarchive saturates or stops at the first odd
 * character, and the difference decides between a loaded NEFF and a refused one.
 */
final class TarNumbers {
    private TarNumbers() {}

    /** A field of a header: base-256 if its first bit is set, else octal. */
    static long field(byte[] bytes, int offset, int length) {
        return bytes[offset] < 0 ? base256(bytes, offset, length) : digits(bytes, offset, length, 8);
    }

    /** A decimal number of a pax record. */
    static long decimal(byte[] bytes) {
        return digits(bytes, 0, bytes.length, 10);
    }

    /** A decimal number in a part of a pax record. */
    static long decimal(byte[] bytes, int offset, int length) {
        return digits(bytes, offset, length, 10);
    }

    /**
     * Blanks, a sign, then digits up to the first other byte. Saturates; the largest value counts as an overflow
     * already, as the last digit is compared with "at least".
     */
    private static long digits(byte[] bytes, int offset, int length, int base) {
        int at = offset;
        int end = offset + length;
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        boolean negative = at < end && bytes[at] == '-';
        if (negative) {
            at++;
        }
        long overflow = negative ? Long.MIN_VALUE : Long.MAX_VALUE;
        long limit = Math.abs(overflow / base);
        long lastDigitLimit = Math.abs(overflow % base);
        long value = 0;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit >= base) {
                break;
            }
            if (value > limit || (value == limit && digit >= lastDigitLimit)) {
                return overflow;
            }
            value = value * base + digit;
        }
        return negative ? -value : value;
    }

    /** Big-endian two's complement without its first bit. Saturates. */
    private static long base256(byte[] bytes, int offset, int length) {
        boolean negative = (bytes[offset] & 0x40) != 0;
        int sign = negative ? 0xFF : 0;
        long overflow = negative ? Long.MIN_VALUE : Long.MAX_VALUE;
        int at = offset;
        int end = offset + length;
        int digit = negative ? (bytes[at] & 0xFF) | 0x80 : bytes[at] & 0x7F;
        for (; end - at > Long.BYTES; digit = bytes[++at] & 0xFF) {
            if (digit != sign) {
                return overflow;
            }
        }
        if (((digit ^ sign) & 0x80) != 0) {
            return overflow;
        }
        long value = negative ? -1 : 0;
        while (true) {
            value = (value << Byte.SIZE) | digit;
            if (++at == end) {
                return value;
            }
            digit = bytes[at] & 0xFF;
        }
    }
}
