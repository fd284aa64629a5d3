package io.nrt4j.hal.engine.control;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.RegisterBank;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.ControlOperands;

/** 0xA7 MOVE: up to eight words into registers, from registers or immediates. */
final class Move implements Operation {
    private static final int MOST_MOVES = 8;
    private static final int FROM_IMMEDIATE = 1;

    private final ControlOperands.Move operands;

    Move(ControlOperands.Move operands) {
        this.operands = operands;
        if (operands.moves() < 1 || operands.moves() > MOST_MOVES) {
            throw new InstructionFaultException(FaultKind.BAD_OPERAND, operands.moves() + " moves, 1 to 8 are known");
        }
    }

    @Override
    public void execute(Sequencer sequencer) {
        RegisterBank registers = sequencer.registers();
        for (int i = 0; i < operands.moves(); i++) {
            int destination = operands.destinations().u8(i);
            if (operands.source() == FROM_IMMEDIATE) {
                registers.setConstant(destination, operands.immediates().i32(i * Integer.BYTES));
            } else {
                registers.set(destination, registers.get(operands.sources().u8(i)));
            }
        }
    }
}
