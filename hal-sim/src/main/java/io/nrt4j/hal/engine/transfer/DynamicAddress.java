package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementBits;
import io.nrt4j.hal.engine.sequencer.RegisterBank;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.DmaAddress;

/**
 * The address of one side of a dynamic transfer at the moment its instruction issues.
 *
 * <p>A table row is an entry of the address table whose base two registers hold; the offset stands in the slot or in a
 * register. Registers are read at issue. Source: isa.md §5.13, dma.md §8.2, exec-corpus.md §3 item 10 and §5.
 *
 * @param base device address without the offset
 * @param offset bytes, unsigned
 */
record DynamicAddress(long base, long offset) {
    static DynamicAddress of(DmaAddress address, Sequencer sequencer) {
        if (address.isShapedByRegister() || (address.marker() & DmaAddress.WIDE_OFFSET) != 0) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND, "address form 0x%02x is not known".formatted(address.marker()));
        }
        return switch (address.form()) {
            case ABSOLUTE -> new DynamicAddress(address.absolute(), 0);
            case TABLE_ROW -> new DynamicAddress(row(address.id(), sequencer), offset(address, sequencer.registers()));
            case VARIABLE, ADDRESS_IN_REGISTER ->
                throw new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "address form 0x%02x in a loaded program".formatted(address.marker()));
        };
    }

    private static long row(int row, Sequencer sequencer) {
        long table = sequencer.registers().getLong(RegisterBank.TABLE_BASE, RegisterBank.TABLE_BASE + 1);
        byte[] entry = new byte[Long.BYTES];
        sequencer.bus().read(sequencer, table + (long) row * Long.BYTES, entry, 0, entry.length);
        return ElementBits.get(entry, 0, Long.BYTES);
    }

    private static long offset(DmaAddress address, RegisterBank registers) {
        int word = address.isOffsetInRegister() ? registers.get(address.offset()) : address.offset();
        return Integer.toUnsignedLong(word);
    }

    long address() {
        return base + offset;
    }
}
