package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.dma.UdmaDescriptor;
import io.nrt4j.hal.memory.Bus;
import io.nrt4j.hal.memory.LittleEndian;

/**
 * One ring of descriptors in memory, as its DMA engine walks it.
 *
 * <p>The length register always holds its maximum (dma.md §4), so that a ring never wraps: it is walked from its base
 * until it is reset.
 */
final class RingReader {
    private final Bus memory;
    private final byte[] bytes = new byte[UdmaDescriptor.SIZE];
    private long base;
    private int position;
    private long available;
    private long consumed;

    RingReader(Bus memory) {
        this.memory = memory;
    }

    void setBase(boolean high, int word) {
        base = high
                ? (base & 0xFFFF_FFFFL) | ((long) word << Integer.SIZE)
                : (base & ~0xFFFF_FFFFL) | Integer.toUnsignedLong(word);
    }

    void reset() {
        position = 0;
        consumed += available;
        available = 0;
    }

    void makeAvailable(int descriptors) {
        available += descriptors;
    }

    long available() {
        return available;
    }

    /** Descriptors that were consumed, or dropped by a reset, since the device was built. */
    long consumed() {
        return consumed;
    }

    /** The descriptor some places behind the head. */
    UdmaDescriptor peek(int ahead) {
        long address = base + (long) (position + ahead) * UdmaDescriptor.SIZE;
        memory.read(address, bytes, 0, bytes.length);
        return new UdmaDescriptor(
                LittleEndian.getInt(bytes, 0), LittleEndian.getInt(bytes, 4), LittleEndian.getLong(bytes, 8));
    }

    void consume(int descriptors) {
        position += descriptors;
        available -= descriptors;
        consumed += descriptors;
    }
}
