package io.nrt4j.hal.dma;

import io.netty.buffer.ByteBuf;

/**
 * One 16-byte UDMA descriptor, little-endian.
 *
 * <p>Source: dma.md §5.3, hal.md §4.4.
 *
 * @param lengthControl length in bits 15:0 (0 = 65536), ring id, FIRST, LAST and the other control bits
 * @param metaControl M2S: the meta control word; S2M: 0
 * @param address M2S: the source, S2M: the destination; a device address
 */
public record UdmaDescriptor(int lengthControl, int metaControl, long address) {
    /** Bytes of a descriptor. */
    public static final int SIZE = 16;
    /** The most bytes one descriptor moves. */
    public static final int MAX_LENGTH = 0x10000;

    public static final int META = 1 << 23;
    public static final int FIRST = 1 << 26;
    public static final int LAST = 1 << 27;
    public static final int INTERRUPT = 1 << 28;
    /** RX only, from v3 on. */
    public static final int STRONG_ORDER_WRITE = 1 << 29;
    /** TX only: data memory barrier. */
    public static final int BARRIER = 1 << 30;

    public static final int CONCATENATE = 1 << 31;

    /** The meta control word of a plain copy. */
    public static final int DEFAULT_META_CONTROL = 0x01080003;

    private static final int LENGTH_CONTROL = 0;
    private static final int META_CONTROL = 4;
    private static final int ADDRESS = 8;
    private static final int LENGTH_MASK = 0xFFFF;
    private static final int RING_ID_SHIFT = 24;
    private static final int RING_ID_MASK = 3;
    /** The ring id before the first wrap. */
    private static final int INITIAL_RING_ID = 1;

    /** A source descriptor that is a packet of its own. */
    public static UdmaDescriptor source(long address, int length) {
        return new UdmaDescriptor(FIRST | LAST | control(length), DEFAULT_META_CONTROL, address);
    }

    /** A source descriptor with explicit packet boundaries, for packets of several descriptors. */
    public static UdmaDescriptor source(long address, int length, boolean first, boolean last) {
        int flags = (first ? FIRST : 0) | (last ? LAST : 0);
        return new UdmaDescriptor(flags | control(length), DEFAULT_META_CONTROL, address);
    }

    /** A source descriptor of a {@link MetaDescriptor.Operation#COMPUTE} packet, which its operation ends. */
    static UdmaDescriptor scaledSource(long address, int length, float scale, boolean first) {
        return new UdmaDescriptor((first ? FIRST : 0) | control(length), Float.floatToRawIntBits(scale), address);
    }

    /** A destination descriptor. */
    public static UdmaDescriptor destination(long address, int length) {
        return new UdmaDescriptor(control(length), 0, address);
    }

    private static int control(int length) {
        if (length < 1 || length > MAX_LENGTH) {
            throw new IllegalArgumentException("a descriptor moves 1 to 65536 bytes, not " + length);
        }
        return (INITIAL_RING_ID << RING_ID_SHIFT) | (length & LENGTH_MASK);
    }

    /** Reads a descriptor at the reader index and advances it. */
    public static UdmaDescriptor decode(ByteBuf in) {
        int at = in.readerIndex();
        UdmaDescriptor descriptor = new UdmaDescriptor(
                in.getIntLE(at + LENGTH_CONTROL), in.getIntLE(at + META_CONTROL), in.getLongLE(at + ADDRESS));
        in.skipBytes(SIZE);
        return descriptor;
    }

    /** Appends the 16 bytes. */
    public void encode(ByteBuf out) {
        out.writeIntLE(lengthControl).writeIntLE(metaControl).writeLongLE(address);
    }

    /** Bytes moved, 1 to 65536. */
    public int length() {
        int length = lengthControl & LENGTH_MASK;
        return length == 0 ? MAX_LENGTH : length;
    }

    /** The ring id that tells a fresh descriptor from one of the round before, 0 to 3. */
    public int ringId() {
        return lengthControl >>> RING_ID_SHIFT & RING_ID_MASK;
    }

    /** Whether the descriptor starts a packet (M2S). */
    public boolean first() {
        return (lengthControl & FIRST) != 0;
    }

    /** Whether the descriptor ends a packet (M2S). */
    public boolean last() {
        return (lengthControl & LAST) != 0;
    }

    /** Whether the descriptor carries an operation instead of data. */
    public boolean meta() {
        return (lengthControl & META) != 0;
    }
}
