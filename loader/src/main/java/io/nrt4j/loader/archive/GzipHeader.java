package io.nrt4j.loader.archive;

import io.netty.buffer.ByteBuf;

/** The header of a gzip member as libarchive recognises it. Source: container.md §9.2. */
final class GzipHeader {
    static final int TRAILER_LENGTH = 8;
    static final int TRAILER_CRC_OFFSET = 0;
    static final int TRAILER_SIZE_OFFSET = 4;

    static final int FLAGS_OFFSET = 3;
    static final int MTIME_OFFSET = 4;
    static final int EXTRA_FLAGS_OFFSET = 8;
    static final int OS_OFFSET = 9;
    static final int FIXED_LENGTH = 10;

    /** {@code 1f 8b}, method 8. */
    private static final int MAGIC = 0x1F8B08;

    private static final int FLAG_HEADER_CRC = 0x02;
    static final int FLAG_EXTRA = 0x04;
    static final int FLAG_NAME = 0x08;
    private static final int FLAG_COMMENT = 0x10;
    private static final int FLAGS_RESERVED = 0xE0;
    /** libarchive would look for the NUL of a name until memory ends; a longer text is no header here. */
    private static final int LONGEST_TEXT = 16 << 20;

    private GzipHeader() {}

    /** The length of the gzip header that {@code in} stands before, or 0 if there is none. */
    static int lengthAt(ReadAhead in) {
        if (in.ahead(FIXED_LENGTH) < FIXED_LENGTH || in.buffer().getUnsignedMedium(in.index()) != MAGIC) {
            return 0;
        }
        int flags = in.buffer().getUnsignedByte(in.index() + FLAGS_OFFSET);
        if ((flags & FLAGS_RESERVED) != 0) {
            return 0;
        }
        int length = FIXED_LENGTH;
        if ((flags & FLAG_EXTRA) != 0) {
            if (in.ahead(length + 2) < length + 2) {
                return 0;
            }
            length += 2 + in.buffer().getUnsignedShortLE(in.index() + length);
        }
        if ((flags & FLAG_NAME) != 0) {
            length = endOfText(in, length);
        }
        if (length > 0 && (flags & FLAG_COMMENT) != 0) {
            length = endOfText(in, length);
        }
        if (length > 0 && (flags & FLAG_HEADER_CRC) != 0) {
            length = in.ahead(length + 2) < length + 2 ? 0 : length + 2;
        }
        return length;
    }

    /** The index behind the NUL of the text at {@code from}, or 0 if the data ends before. */
    static int endOfText(ReadAhead in, int from) {
        int searched = from;
        while (true) {
            int available = in.ahead(searched + 1);
            if (available <= searched) {
                return 0;
            }
            ByteBuf buffer = in.buffer();
            int nul = buffer.indexOf(in.index() + searched, in.index() + available, (byte) 0);
            if (nul >= 0) {
                return nul - in.index() + 1;
            }
            if (available > LONGEST_TEXT) {
                return 0;
            }
            searched = available;
        }
    }
}
