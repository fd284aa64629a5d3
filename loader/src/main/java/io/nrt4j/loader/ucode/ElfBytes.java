package io.nrt4j.loader.ucode;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The bytes of an ELF32 file, read in the byte order that its header names and never outside the file.
 *
 * <p>Plays {@code xtlib_verify_magic}: only the magic, the class and the byte order are looked at; type, machine,
 * version and flags never are. Source: q7.md §2.2.
 */
final class ElfBytes {
    private static final int MAGIC = 0x7F454C46;
    private static final int CLASS_AT = 4;
    private static final int CLASS_32 = 1;
    private static final int BYTE_ORDER_AT = 5;
    private static final int LITTLE_ENDIAN = 1;
    private static final int BIG_ENDIAN = 2;

    private final ByteBuf file;
    private final boolean bigEndian;

    private ElfBytes(ByteBuf file, boolean bigEndian) {
        this.file = file;
        this.bigEndian = bigEndian;
    }

    /** Opens a file, from its reader index to its writer index; empty if it is no ELF32 file. */
    static Optional<ElfBytes> open(ByteBuf content) {
        ByteBuf file = content.slice();
        if (file.readableBytes() <= BYTE_ORDER_AT
                || file.getInt(0) != MAGIC
                || file.getUnsignedByte(CLASS_AT) != CLASS_32) {
            return Optional.empty();
        }
        return switch (file.getUnsignedByte(BYTE_ORDER_AT)) {
            case LITTLE_ENDIAN -> Optional.of(new ElfBytes(file, false));
            case BIG_ENDIAN -> Optional.of(new ElfBytes(file, true));
            default -> Optional.empty();
        };
    }

    boolean bigEndian() {
        return bigEndian;
    }

    int size() {
        return file.readableBytes();
    }

    /** Whether {@code length} bytes from {@code offset} on lie in the file. */
    boolean contains(long offset, long length) {
        return offset >= 0 && length >= 0 && offset <= size() - length;
    }

    int u16(long offset) {
        int at = checked(offset, Short.BYTES);
        return bigEndian ? file.getUnsignedShort(at) : file.getUnsignedShortLE(at);
    }

    long u32(long offset) {
        int at = checked(offset, Integer.BYTES);
        return bigEndian ? file.getUnsignedInt(at) : file.getUnsignedIntLE(at);
    }

    /** A view of a part of the file. */
    ByteBuf slice(long offset, long length) {
        return file.slice(checked(offset, length), (int) length);
    }

    /** The text from {@code offset} to the next zero byte, which must come within {@code limit} bytes. */
    String text(long offset, long limit) {
        int from = checked(offset, limit);
        int zero = file.indexOf(from, from + (int) limit, (byte) 0);
        if (zero < 0) {
            throw new ElfRangeException(offset);
        }
        return file.toString(from, zero - from, StandardCharsets.ISO_8859_1);
    }

    private int checked(long offset, long length) {
        if (!contains(offset, length)) {
            throw new ElfRangeException(offset);
        }
        return (int) offset;
    }
}
