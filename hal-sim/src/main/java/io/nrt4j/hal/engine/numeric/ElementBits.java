package io.nrt4j.hal.engine.numeric;

import io.nrt4j.hal.memory.LittleEndian;

/** Elements of 1, 2, 4 or 8 bytes as bare bits. Offsets in bytes. */
public final class ElementBits {
    private ElementBits() {}

    /** An element's bits, zero-extended. */
    public static long get(byte[] memory, int at, int bytes) {
        return switch (bytes) {
            case 1 -> memory[at] & 0xFFL;
            case 2 -> LittleEndian.getShort(memory, at) & 0xFFFFL;
            case 4 -> LittleEndian.getInt(memory, at) & 0xFFFF_FFFFL;
            case 8 -> LittleEndian.getLong(memory, at);
            default -> throw new IllegalArgumentException(bytes + " bytes are no element");
        };
    }

    /** Stores the low bits of a word as an element. */
    public static void put(byte[] memory, int at, int bytes, long bits) {
        switch (bytes) {
            case 1 -> memory[at] = (byte) bits;
            case 2 -> LittleEndian.setShort(memory, at, (short) bits);
            case 4 -> LittleEndian.setInt(memory, at, (int) bits);
            case 8 -> LittleEndian.setLong(memory, at, bits);
            default -> throw new IllegalArgumentException(bytes + " bytes are no element");
        }
    }
}
