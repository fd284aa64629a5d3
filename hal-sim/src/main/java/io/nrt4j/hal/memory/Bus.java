package io.nrt4j.hal.memory;

/**
 * The device as its DMA engines and sequencers see it: 64-bit addresses, behind which lies a memory, a counter or a
 * register.
 *
 * <p>Little-endian. An access where nothing is mapped, or that leaves the block it starts in, is a
 * {@link MemoryFaultException}; nothing is transferred then. Source: hal.md §5 (address decoder).
 */
public interface Bus {
    /** Copies {@code length} bytes from the device. */
    void read(long address, byte[] target, int index, int length);

    /** Copies {@code length} bytes to the device. */
    void write(long address, byte[] source, int index, int length);

    /** Reads one 32-bit word; of a register, its value. */
    int readInt(long address);

    /** Writes one 32-bit word; a register acts on it. */
    void writeInt(long address, int value);
}
