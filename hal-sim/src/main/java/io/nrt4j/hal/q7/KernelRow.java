package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;

/**
 * One row of a library's {@code kernel_info_table}. Source: q7.md §6.1.
 *
 * @param key the first word, {@code opcode << 24 | specialization << 16}; a row with anything in the two low bytes
 *     matches no instruction
 * @param address address of the function (u32): link address in a file, core-local address in a relocated image
 */
public record KernelRow(int key, long address) {
    /** Bytes of a row. */
    public static final int SIZE = 8;

    /**
     * A row.
     *
     * @param opcode byte 0 of the instructions that the function serves
     * @param specialization which of several functions behind one opcode, 0 to 255
     */
    public static KernelRow of(int opcode, int specialization, long address) {
        return new KernelRow(keyOf(opcode, specialization), address);
    }

    /** The key under which the firmware looks for a function. */
    public static int keyOf(int opcode, int specialization) {
        return opcode << 24 | (specialization & 0xFF) << 16;
    }

    /** Byte 0 of the instructions that the function serves. */
    public int opcode() {
        return key >>> 24;
    }

    /** Which of several functions behind one opcode. */
    public int specialization() {
        return (key >>> 16) & 0xFF;
    }

    /** Reads a row at the reader index. */
    public static KernelRow decode(ByteBuf in) {
        return new KernelRow(in.readIntLE(), in.readUnsignedIntLE());
    }

    /** Appends the eight bytes. */
    public void encode(ByteBuf out) {
        out.writeIntLE(key);
        out.writeIntLE((int) address);
    }
}
