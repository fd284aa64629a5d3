package io.nrt4j.loader.pack.tar;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The 512-byte tar header under construction. All dialects share the offsets; the number fields differ.
 *
 * <p>Source: producer.md §4.1.
 */
final class UstarBlock {
    static final int NAME = 0;
    static final int NAME_LENGTH = 100;
    static final int MODE = 100;
    static final int UID = 108;
    static final int GID = 116;
    static final int SIZE = 124;
    static final int MTIME = 136;
    static final int CHECKSUM = 148;
    static final int CHECKSUM_LENGTH = 8;
    static final int TYPEFLAG = 156;
    static final int MAGIC = 257;
    static final int UNAME = 265;
    static final int GNAME = 297;
    static final int OWNER_NAME_LENGTH = 32;
    static final int DEVMAJOR = 329;
    static final int DEVMINOR = 337;
    static final int PREFIX = 345;
    static final int PREFIX_LENGTH = 155;

    /** {@code ustar}, NUL, version {@code 00}. */
    static final String POSIX_MAGIC = "ustar\00000";
    /** {@code ustar}, two spaces, NUL. */
    static final String GNU_MAGIC = "ustar  \0";

    private static final int SHORT_FIELD = 8;
    private static final int LONG_FIELD = 12;

    /** How a dialect writes a number into a field of the given width. */
    interface NumberForm {
        void put(byte[] block, int offset, int width, long value);
    }

    private final byte[] block = new byte[TarFormat.BLOCK];
    private final NumberForm numbers;

    UstarBlock(String magic, NumberForm numbers) {
        this.numbers = numbers;
        text(MAGIC, magic.length(), magic.getBytes(StandardCharsets.US_ASCII));
        shortNumber(DEVMAJOR, 0);
        shortNumber(DEVMINOR, 0);
    }

    /** Stores {@code bytes}, cut at {@code length}, NUL-filled. */
    UstarBlock text(int offset, int length, byte[] bytes) {
        System.arraycopy(bytes, 0, block, offset, Math.min(length, bytes.length));
        return this;
    }

    UstarBlock name(byte[] bytes) {
        return text(NAME, NAME_LENGTH, bytes);
    }

    UstarBlock shortNumber(int offset, long value) {
        numbers.put(block, offset, SHORT_FIELD, value);
        return this;
    }

    UstarBlock longNumber(int offset, long value) {
        numbers.put(block, offset, LONG_FIELD, value);
        return this;
    }

    UstarBlock typeflag(char flag) {
        block[TYPEFLAG] = (byte) flag;
        return this;
    }

    /** Computes the checksum (six octal digits, NUL, space in every dialect) and hands the block out. */
    byte[] finish() {
        Arrays.fill(block, CHECKSUM, CHECKSUM + CHECKSUM_LENGTH, (byte) ' ');
        int sum = 0;
        for (byte b : block) {
            sum += b & 0xff;
        }
        octal(block, CHECKSUM, 6, sum);
        block[CHECKSUM + 6] = 0;
        return block;
    }

    /** Writes {@code value} as exactly {@code digits} octal digits. */
    static void octal(byte[] block, int offset, int digits, long value) {
        long rest = value;
        for (int i = digits - 1; i >= 0; i--) {
            block[offset + i] = (byte) ('0' + (rest & 7));
            rest >>>= 3;
        }
    }

    /** Whether {@code value} can be written with {@code digits} octal digits. */
    static boolean fitsOctal(long value, int digits) {
        return value >= 0 && (3 * digits >= Long.SIZE || value < 1L << (3 * digits));
    }

    /** Writes {@code value} big-endian in base 256, first byte marked with 0x80 (0xff when negative). */
    static void base256(byte[] block, int offset, int width, long value) {
        long rest = value;
        for (int i = width - 1; i > 0; i--) {
            block[offset + i] = (byte) rest;
            rest >>= 8;
        }
        block[offset] = (byte) (value < 0 ? 0xff : 0x80);
    }
}
