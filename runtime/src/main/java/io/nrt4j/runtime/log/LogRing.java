package io.nrt4j.runtime.log;

import java.nio.charset.StandardCharsets;

/** The last 128 KiB of lines. Safe for use by several threads. Source: errors.md §1.1. */
final class LogRing {
    static final int BYTES = 128 << 10;

    private final byte[] ring = new byte[BYTES];
    private long written;

    /** Adds a line, without its line feed; bytes that no longer fit overwrite the oldest. */
    synchronized void add(byte[] line) {
        for (byte b : line) {
            put(b);
        }
        put((byte) '\n');
    }

    private void put(byte b) {
        ring[(int) (written % BYTES)] = b;
        written++;
    }

    /** What is there, oldest first; the first line may have lost its beginning. */
    synchronized String text() {
        int size = (int) Math.min(written, BYTES);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = ring[(int) ((written - size + i) % BYTES)];
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
