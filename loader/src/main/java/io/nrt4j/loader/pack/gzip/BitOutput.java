package io.nrt4j.loader.pack.gzip;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Bits, least significant first, collected into bytes. Source: RFC 1951 §3.1.1. */
final class BitOutput {
    private static final int INITIAL_SIZE = 1 << 14;

    private byte[] bytes = new byte[INITIAL_SIZE];
    private int count;
    private long pending;
    private int pendingBits;

    /** Appends the low {@code width} bits of {@code value}, at most 16. */
    void put(int value, int width) {
        pending |= (long) value << pendingBits;
        pendingBits += width;
        while (pendingBits >= Byte.SIZE) {
            append((byte) pending);
            pending >>>= Byte.SIZE;
            pendingBits -= Byte.SIZE;
        }
    }

    /** Fills the current byte with zeros. */
    void align() {
        if (pendingBits > 0) {
            append((byte) pending);
            pending = 0;
            pendingBits = 0;
        }
    }

    /** Appends whole bytes at a byte border. */
    void put(byte[] source, int offset, int length) {
        for (int i = 0; i < length; i++) {
            append(source[offset + i]);
        }
    }

    private void append(byte value) {
        if (count == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * count);
        }
        bytes[count++] = value;
    }

    /** Passes the whole bytes on. */
    void drain(OutputStream out) throws IOException {
        out.write(bytes, 0, count);
        count = 0;
    }
}
