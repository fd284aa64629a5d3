package io.nrt4j.loader.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A tar header block of 512 bytes in any dialect. One object is filled again and again: a flyweight over the block
 * that was loaded last.
 */
final class TarHeader {
    static final int SIZE = 512;

    private static final int NAME_OFFSET = 0;
    private static final int NAME_LENGTH = 100;
    private static final int MODE_OFFSET = 100;
    private static final int MODE_LENGTH = 8;
    private static final int UID_OFFSET = 108;
    private static final int UID_LENGTH = 8;
    private static final int GID_OFFSET = 116;
    private static final int GID_LENGTH = 8;
    private static final int SIZE_OFFSET = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int MTIME_OFFSET = 136;
    private static final int MTIME_LENGTH = 12;
    private static final int CHECKSUM_OFFSET = 148;
    private static final int CHECKSUM_LENGTH = 8;
    private static final int TYPEFLAG_OFFSET = 156;
    private static final int LINKNAME_OFFSET = 157;
    private static final int LINKNAME_LENGTH = 100;
    private static final int MAGIC_OFFSET = 257;
    private static final int RDEVMAJOR_OFFSET = 329;
    private static final int RDEVMAJOR_LENGTH = 8;
    private static final int RDEVMINOR_OFFSET = 337;
    private static final int RDEVMINOR_LENGTH = 8;
    private static final int PREFIX_OFFSET = 345;
    private static final int PREFIX_LENGTH = 155;

    /** In the GNU dialect, in place of the prefix. */
    private static final int GNU_SPARSE_OFFSET = 386;

    private static final int GNU_SPARSE_COUNT = 4;
    private static final int GNU_IS_EXTENDED_OFFSET = 482;
    private static final int GNU_REALSIZE_OFFSET = 483;
    private static final int GNU_REALSIZE_LENGTH = 12;

    /** A block of nothing but sparse entries follows a GNU header that is extended. */
    private static final int EXTENSION_SPARSE_COUNT = 21;

    private static final int EXTENSION_IS_EXTENDED_OFFSET = 504;
    private static final int SPARSE_ENTRY_LENGTH = 24;
    private static final int SPARSE_NUMBER_LENGTH = 12;

    private static final byte[] GNU_MAGIC = "ustar  \0".getBytes(ISO_8859_1);
    private static final byte[] POSIX_MAGIC = "ustar\00000".getBytes(ISO_8859_1);
    private static final int USTAR_LENGTH = 5;

    private static final int BID_CHECKSUM = 48;
    private static final int BID_MAGIC = 56;
    private static final int BID_TYPEFLAG = 2;
    private static final int BID_END_MARK = 10;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EVEN_BYTES = 0x00FF_00FF_00FF_00FFL;

    private final byte[] block = new byte[SIZE];

    /** Copies the 512 bytes at {@code index} of {@code in}. */
    void load(ByteBuf in, int index) {
        in.getBytes(index, block);
    }

    /** Whether all 512 bytes are zero: a mark of the archive's end. */
    boolean isZero() {
        if (block[0] != 0) {
            return false;
        }
        for (int i = 0; i < SIZE; i += Long.BYTES) {
            if ((long) LONGS.get(block, i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the checksum field holds the sum of the block, with bytes taken as unsigned or as signed. */
    boolean checksumHolds() {
        for (int i = CHECKSUM_OFFSET; i < CHECKSUM_OFFSET + CHECKSUM_LENGTH; i++) {
            int c = block[i];
            if (c != ' ' && c != 0 && (c < '0' || c > '7')) {
                return false;
            }
        }
        int stored = (int) TarNumbers.field(block, CHECKSUM_OFFSET, CHECKSUM_LENGTH);
        int unsigned = unsignedSum();
        return stored == unsigned || stored == unsigned - (negativeBytes() << Byte.SIZE);
    }

    /**
     * libarchive's estimate of how surely this is a tar header, in bits; 0 for "not at all". The archive is recognised
     * by the estimate of its first block.
     */
    int bid() {
        if (isZero()) {
            return BID_END_MARK;
        }
        if (!checksumHolds()) {
            return 0;
        }
        int type = block[TYPEFLAG_OFFSET];
        boolean knownType = type == 0
                || (type >= '0' && type <= '9')
                || (type >= 'A' && type <= 'Z')
                || (type >= 'a' && type <= 'z');
        if (!knownType || !numbersAreValid()) {
            return 0;
        }
        return BID_CHECKSUM + BID_TYPEFLAG + (isGnu() || has(POSIX_MAGIC) ? BID_MAGIC : 0);
    }

    /** The type letter. */
    char typeflag() {
        return (char) (block[TYPEFLAG_OFFSET] & 0xFF);
    }

    /** Whether the magic is that of the GNU dialect. */
    boolean isGnu() {
        return has(GNU_MAGIC);
    }

    /** Whether the magic starts with {@code ustar}, whatever follows. */
    boolean isUstar() {
        return Arrays.equals(block, MAGIC_OFFSET, MAGIC_OFFSET + USTAR_LENGTH, GNU_MAGIC, 0, USTAR_LENGTH);
    }

    /** The name field alone, up to its first NUL. */
    byte[] name() {
        return text(NAME_OFFSET, NAME_LENGTH);
    }

    /** The name field with the prefix of the POSIX dialect before it. */
    byte[] prefixedName() {
        byte[] name = name();
        if (block[PREFIX_OFFSET] == 0) {
            return name;
        }
        byte[] prefix = text(PREFIX_OFFSET, PREFIX_LENGTH);
        int slash = prefix[prefix.length - 1] == '/' ? 0 : 1;
        byte[] path = Arrays.copyOf(prefix, prefix.length + slash + name.length);
        if (slash == 1) {
            path[prefix.length] = '/';
        }
        System.arraycopy(name, 0, path, prefix.length + slash, name.length);
        return path;
    }

    /** The name that a link refers to, up to its first NUL. */
    byte[] linkName() {
        return text(LINKNAME_OFFSET, LINKNAME_LENGTH);
    }

    /** Permission and, in some archives, type bits. */
    int mode() {
        return (int) TarNumbers.field(block, MODE_OFFSET, MODE_LENGTH);
    }

    /** The size field; saturated, possibly negative. */
    long size() {
        return TarNumbers.field(block, SIZE_OFFSET, SIZE_LENGTH);
    }

    /** Seconds since 1970. */
    long mtime() {
        return TarNumbers.field(block, MTIME_OFFSET, MTIME_LENGTH);
    }

    /** Whether a GNU header gives the size of a sparse file with its holes. */
    boolean hasGnuRealSize() {
        return block[GNU_REALSIZE_OFFSET] != 0;
    }

    /** The size of a sparse file with its holes. */
    long gnuRealSize() {
        return TarNumbers.field(block, GNU_REALSIZE_OFFSET, GNU_REALSIZE_LENGTH);
    }

    /** Whether a GNU header has a sparse map. */
    boolean hasGnuSparseMap() {
        return block[GNU_SPARSE_OFFSET] != 0;
    }

    /** Adds the sparse map of a GNU header; {@code false} if it is malformed. */
    boolean addGnuSparseMap(SparseMap map) {
        return addSparseEntries(map, GNU_SPARSE_OFFSET, GNU_SPARSE_COUNT);
    }

    /** Whether a GNU header is followed by a block with more of its sparse map. */
    boolean isGnuExtended() {
        return block[GNU_IS_EXTENDED_OFFSET] != 0;
    }

    /** Adds the sparse map of an extension block; {@code false} if it is malformed. */
    boolean addExtensionSparseMap(SparseMap map) {
        return addSparseEntries(map, 0, EXTENSION_SPARSE_COUNT);
    }

    /** Whether an extension block is followed by another one. */
    boolean isExtensionExtended() {
        return block[EXTENSION_IS_EXTENDED_OFFSET] != 0;
    }

    private boolean addSparseEntries(SparseMap map, int from, int count) {
        for (int at = from; at < from + count * SPARSE_ENTRY_LENGTH && block[at] != 0; at += SPARSE_ENTRY_LENGTH) {
            long offset = TarNumbers.field(block, at, SPARSE_NUMBER_LENGTH);
            long length = TarNumbers.field(block, at + SPARSE_NUMBER_LENGTH, SPARSE_NUMBER_LENGTH);
            if (!map.add(offset, length)) {
                return false;
            }
        }
        return true;
    }

    /** Adds bytes in four lanes of 16 bits, eight bytes per step: 64 x 2 x 255 fits a lane. */
    private int unsignedSum() {
        long lanes = 0;
        for (int i = 0; i < SIZE; i += Long.BYTES) {
            long eight = (long) LONGS.get(block, i);
            lanes += (eight & EVEN_BYTES) + ((eight >>> Byte.SIZE) & EVEN_BYTES);
        }
        int sum = (int) ((lanes & 0xFFFF) + ((lanes >>> 16) & 0xFFFF) + ((lanes >>> 32) & 0xFFFF) + (lanes >>> 48));
        for (int i = CHECKSUM_OFFSET; i < CHECKSUM_OFFSET + CHECKSUM_LENGTH; i++) {
            sum += ' ' - (block[i] & 0xFF);
        }
        return sum;
    }

    /** The checksum field counts as blanks and holds none, once it was found to be octal. */
    private int negativeBytes() {
        int count = 0;
        for (byte b : block) {
            count += b >>> (Integer.SIZE - 1);
        }
        return count;
    }

    private boolean numbersAreValid() {
        return isNumber(MODE_OFFSET, MODE_LENGTH)
                && isNumber(UID_OFFSET, UID_LENGTH)
                && isNumber(GID_OFFSET, GID_LENGTH)
                && isNumber(MTIME_OFFSET, MTIME_LENGTH)
                && isNumber(SIZE_OFFSET, SIZE_LENGTH)
                && isNumber(RDEVMAJOR_OFFSET, RDEVMAJOR_LENGTH)
                && isNumber(RDEVMINOR_OFFSET, RDEVMINOR_LENGTH);
    }

    /** A base-256 mark, a leading NUL, or blanks, octal digits and then nothing but blanks and NULs. */
    private boolean isNumber(int offset, int length) {
        int mark = block[offset] & 0xFF;
        if (mark == 0x80 || mark == 0xFF || mark == 0) {
            return true;
        }
        int at = offset;
        int end = offset + length;
        while (at < end && block[at] == ' ') {
            at++;
        }
        while (at < end && block[at] >= '0' && block[at] <= '7') {
            at++;
        }
        while (at < end && (block[at] == ' ' || block[at] == 0)) {
            at++;
        }
        return at == end;
    }

    private boolean has(byte[] magic) {
        return Arrays.equals(block, MAGIC_OFFSET, MAGIC_OFFSET + magic.length, magic, 0, magic.length);
    }

    private byte[] text(int offset, int length) {
        int end = offset;
        while (end < offset + length && block[end] != 0) {
            end++;
        }
        return Arrays.copyOfRange(block, offset, end);
    }
}
