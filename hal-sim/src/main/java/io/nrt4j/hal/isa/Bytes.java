package io.nrt4j.hal.isa;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A run of slot bytes that is a value: immutable, compared by content. */
public final class Bytes {
    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** A copy of the bytes. */
    public static Bytes of(byte... content) {
        return new Bytes(content.clone());
    }

    /**
     * A NUL-padded name.
     *
     * @param width bytes of the field; {@link BadInstructionException} unless the text and a NUL fit
     */
    public static Bytes ofText(String text, int width) {
        byte[] ascii = text.getBytes(StandardCharsets.ISO_8859_1);
        if (ascii.length >= width) {
            throw new BadInstructionException("'%s' does not fit into %d bytes with its NUL".formatted(text, width));
        }
        return new Bytes(Arrays.copyOf(ascii, width));
    }

    static Bytes decode(Slot slot, int offset, int length) {
        byte[] content = new byte[length];
        for (int i = 0; i < length; i++) {
            content[i] = (byte) slot.u8(offset + i);
        }
        return new Bytes(content);
    }

    void encode(Slot slot, int offset) {
        for (int i = 0; i < content.length; i++) {
            slot.setU8(offset + i, content[i]);
        }
    }

    /** Number of bytes. */
    public int length() {
        return content.length;
    }

    /** Unsigned byte at an index. */
    public int u8(int index) {
        return Byte.toUnsignedInt(content[index]);
    }

    /** Little-endian 32 bits at a byte index. */
    public int i32(int index) {
        return u8(index) | u8(index + 1) << 8 | u8(index + 2) << 16 | u8(index + 3) << 24;
    }

    /** The characters before the first NUL, or all where there is none. One character per byte. */
    public String text() {
        int end = 0;
        while (end < content.length && content[end] != 0) {
            end++;
        }
        return new String(content, 0, end, StandardCharsets.ISO_8859_1);
    }

    /** Whether every byte is zero. */
    public boolean isZero() {
        for (byte b : content) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    /** A copy. */
    public byte[] toArray() {
        return content.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    /** Hex digits, two per byte, in the order of the slot. */
    @Override
    public String toString() {
        StringBuilder hex = new StringBuilder();
        for (byte b : content) {
            hex.append(Character.forDigit(b >> 4 & 0xF, 16)).append(Character.forDigit(b & 0xF, 16));
        }
        return hex.toString();
    }
}
