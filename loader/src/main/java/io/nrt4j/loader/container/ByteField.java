package io.nrt4j.loader.container;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An immutable run of bytes of a wire structure: a digest, a name field with whatever stands behind its NUL, padding
 * of unknown meaning.
 */
public final class ByteField {
    private final byte[] bytes;

    private ByteField(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A field of {@code length} zero bytes. */
    public static ByteField zeros(int length) {
        return new ByteField(new byte[length]);
    }

    /** A copy of {@code bytes}. */
    public static ByteField of(byte... bytes) {
        return new ByteField(bytes.clone());
    }

    /**
     * UTF-8 text filled up with NUL.
     *
     * @throws IllegalArgumentException if the text takes more than {@code length} bytes
     */
    public static ByteField text(String text, int length) {
        byte[] encoded = text.getBytes(UTF_8);
        if (encoded.length > length) {
            throw new IllegalArgumentException("text of " + encoded.length + " bytes in a field of " + length);
        }
        return new ByteField(Arrays.copyOf(encoded, length));
    }

    /** Copies {@code length} bytes at {@code offset} of {@code in}, counted from its reader index. */
    public static ByteField decode(ByteBuf in, int offset, int length) {
        byte[] bytes = new byte[length];
        in.getBytes(in.readerIndex() + offset, bytes);
        return new ByteField(bytes);
    }

    /** Appends the bytes to {@code out}. */
    public void encode(ByteBuf out) {
        out.writeBytes(bytes);
    }

    /** The number of bytes. */
    public int length() {
        return bytes.length;
    }

    /** The byte at {@code index}, 0 to 255. */
    public int at(int index) {
        return Byte.toUnsignedInt(bytes[index]);
    }

    /** A copy of the bytes. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** Bytes {@code from} (inclusive) to {@code to} (exclusive). */
    public ByteField range(int from, int to) {
        return new ByteField(Arrays.copyOfRange(bytes, from, to));
    }

    /** Whether every byte is zero. */
    public boolean isZero() {
        for (byte b : bytes) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * The bytes before the first NUL as text, at most {@code limit} of them. Bytes that are not UTF-8 are taken one
     * by one as ISO 8859-1, so that no name is lost.
     */
    public String text(int limit) {
        int end = 0;
        while (end < Math.min(limit, bytes.length) && bytes[end] != 0) {
            end++;
        }
        String text = new String(bytes, 0, end, UTF_8);
        return text.indexOf('\uFFFD') < 0 ? text : new String(bytes, 0, end, ISO_8859_1);
    }

    /** Lower-case hexadecimal digits, two per byte. */
    public String toHex() {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteField field && Arrays.equals(bytes, field.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return toHex();
    }
}
