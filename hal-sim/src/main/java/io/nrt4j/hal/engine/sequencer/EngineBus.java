package io.nrt4j.hal.engine.sequencer;

/**
 * The device's address space as the actors of a machine use it: every access names who makes it.
 *
 * <p>Behind an address lies a memory, a counter or a register; a write to a register has its effect before the call
 * returns. Addresses are device addresses, all words little-endian.
 */
public interface EngineBus {
    /**
     * Copies bytes from the device.
     *
     * @throws io.nrt4j.hal.engine.fault.InstructionFaultException where nothing is mapped
     */
    void read(Actor actor, long address, byte[] target, int index, int length);

    /** Copies bytes to the device. */
    void write(Actor actor, long address, byte[] source, int index, int length);

    /** Reads a 32-bit word. */
    int readInt(Actor actor, long address);

    /** Writes a 32-bit word. */
    void writeInt(Actor actor, long address, int value);
}
