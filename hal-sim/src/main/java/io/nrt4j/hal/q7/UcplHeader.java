package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;

/**
 * The 32 bytes in front of a prelinked library. Source: q7.md §3.8.
 *
 * <p>The magic is eight bytes, {@code "UCPL "} and three zeros; the device reads its upper half back as the offset of
 * the code, which is therefore always {@value #SIZE}. Nothing carries a version, a checksum or a segment count.
 *
 * @param codeLength bytes of code, a multiple of 4
 * @param dataOffset offset of the data from the start of the image
 * @param dataLength bytes of data including bss, a multiple of 4
 * @param initFunction core-local address of the init function
 * @param finiFunction core-local address of the fini function
 * @param startSymbol core-local address of the start routine; 0 marks a corrupted library
 */
public record UcplHeader(
        int codeLength, int dataOffset, int dataLength, int initFunction, int finiFunction, int startSymbol) {
    public static final int SIZE = 0x20;

    /** {@code "UCPL "} as a little-endian number. */
    public static final long MAGIC = 0x000000204C504355L;

    private static final int MAGIC_AT = 0x00;
    private static final int CODE_OFFSET_AT = 0x04;
    private static final int CODE_LENGTH_AT = 0x08;
    private static final int DATA_OFFSET_AT = 0x0C;
    private static final int DATA_LENGTH_AT = 0x10;
    private static final int INIT_AT = 0x14;
    private static final int FINI_AT = 0x18;
    private static final int START_AT = 0x1C;

    /**
     * The header of a library.
     *
     * @param codeSize memory size of the code segment in bytes, not yet rounded
     * @param dataSize memory size of the data segment in bytes, not yet rounded
     */
    public static UcplHeader of(int codeSize, int dataSize, int initFunction, int finiFunction, int startSymbol) {
        int codeLength = roundUpTo4(codeSize);
        return new UcplHeader(
                codeLength,
                dataOffsetBehind(codeLength),
                roundUpTo4(dataSize),
                initFunction,
                finiFunction,
                startSymbol);
    }

    /** Offset of the data behind {@code codeLength} bytes of code: the header plus the code rounded up to 32. */
    public static int dataOffsetBehind(int codeLength) {
        return (codeLength + 0x3F) & ~0x1F;
    }

    /** Offset of the code from the start of the image. */
    public int codeOffset() {
        return (int) (MAGIC >>> 32);
    }

    /** Size of the whole image, {@code prelinked_size}. */
    public long imageSize() {
        return Integer.toUnsignedLong(dataOffset) + Integer.toUnsignedLong(dataLength);
    }

    /** Reads a header at the reader index. The magic is not tested, as the device does not test it either. */
    public static UcplHeader decode(ByteBuf in) {
        int at = in.readerIndex();
        UcplHeader header = new UcplHeader(
                in.getIntLE(at + CODE_LENGTH_AT),
                in.getIntLE(at + DATA_OFFSET_AT),
                in.getIntLE(at + DATA_LENGTH_AT),
                in.getIntLE(at + INIT_AT),
                in.getIntLE(at + FINI_AT),
                in.getIntLE(at + START_AT));
        in.skipBytes(SIZE);
        return header;
    }

    /** The offset of the code as the device takes it from an image: the upper half of the magic. */
    public static int codeOffset(ByteBuf image) {
        return image.getIntLE(image.readerIndex() + CODE_OFFSET_AT);
    }

    /** Appends the 32 bytes. */
    public void encode(ByteBuf out) {
        int at = out.writerIndex();
        out.writeZero(SIZE);
        out.setLongLE(at + MAGIC_AT, MAGIC);
        out.setIntLE(at + CODE_LENGTH_AT, codeLength);
        out.setIntLE(at + DATA_OFFSET_AT, dataOffset);
        out.setIntLE(at + DATA_LENGTH_AT, dataLength);
        out.setIntLE(at + INIT_AT, initFunction);
        out.setIntLE(at + FINI_AT, finiFunction);
        out.setIntLE(at + START_AT, startSymbol);
    }

    private static int roundUpTo4(int size) {
        return (size + 3) & ~3;
    }
}
