package io.nrt4j.hal.engine.control;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementBits;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.RegisterBank;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Dtype;

/**
 * 0xAA TENSOR_LOAD, memory into registers, and 0xAB TENSOR_STORE, registers or immediates into memory.
 *
 * <p>Narrow loads widen by their type's sign, narrow stores truncate, 64-bit elements take two registers. The first
 * count runs fastest. Source: isa-encodings.md §4, image-assembly.md §6.
 */
final class MemoryTransfer implements Operation {
    private static final int FROM_IMMEDIATES = 1;

    private final ControlOperands.Memory2d operands;
    private final Dtype type;
    private final boolean stores;

    private MemoryTransfer(ControlOperands.Memory2d operands, boolean stores) {
        this.operands = operands;
        this.type = Dtype.of(operands.dtype());
        this.stores = stores;
        check();
    }

    static MemoryTransfer load(ControlOperands.Memory2d operands) {
        return new MemoryTransfer(operands, false);
    }

    static MemoryTransfer store(ControlOperands.Memory2d operands) {
        return new MemoryTransfer(operands, true);
    }

    private void check() {
        if (operands.address().form() != DmaAddress.Form.ABSOLUTE
                || operands.address().isShapedByRegister()) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "address form 0x%02x is not known"
                            .formatted(operands.address().marker()));
        }
        int elements = operands.count0() * operands.count1();
        int most = operands.data().length() / (hasImmediates() ? type.bytes() : registersPerElement());
        if (elements < 1 || elements > most) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, elements + " elements, at most " + most);
        }
    }

    private boolean hasImmediates() {
        return stores && operands.dataSource() == FROM_IMMEDIATES;
    }

    private int registersPerElement() {
        return type.bytes() > Integer.BYTES ? 2 : 1;
    }

    @Override
    public void execute(Sequencer sequencer) {
        int index = 0;
        for (int j = 0; j < operands.count1(); j++) {
            for (int i = 0; i < operands.count0(); i++) {
                long place = operands.address().absolute()
                        + ((long) i * operands.step0() + (long) j * operands.step1()) * type.bytes();
                if (place % type.bytes() != 0) {
                    throw new InstructionFaultException(
                            FaultKind.MISALIGNED, "an element of %d bytes at 0x%x".formatted(type.bytes(), place));
                }
                if (stores) {
                    store(sequencer, place, index);
                } else {
                    load(sequencer, place, index);
                }
                index++;
            }
        }
    }

    private void load(Sequencer sequencer, long place, int index) {
        byte[] element = new byte[Long.BYTES];
        sequencer.bus().read(sequencer, place, element, 0, type.bytes());
        long bits = ElementBits.get(element, 0, type.bytes());
        RegisterBank registers = sequencer.registers();
        if (registersPerElement() == 2) {
            registers.set(operands.data().u8(2 * index), (int) bits);
            registers.set(operands.data().u8(2 * index + 1), (int) (bits >>> Integer.SIZE));
            return;
        }
        int spare = Long.SIZE - type.bits();
        registers.set(operands.data().u8(index), (int) (type.isSigned() ? bits << spare >> spare : bits));
    }

    private void store(Sequencer sequencer, long place, int index) {
        byte[] element = new byte[Long.BYTES];
        ElementBits.put(element, 0, type.bytes(), value(sequencer.registers(), index));
        sequencer.bus().write(sequencer, place, element, 0, type.bytes());
    }

    private long value(RegisterBank registers, int index) {
        if (hasImmediates()) {
            return ElementBits.get(operands.data().toArray(), index * type.bytes(), type.bytes());
        }
        return registersPerElement() == 2
                ? registers.getLong(
                        operands.data().u8(2 * index), operands.data().u8(2 * index + 1))
                : registers.get(operands.data().u8(index));
    }
}
