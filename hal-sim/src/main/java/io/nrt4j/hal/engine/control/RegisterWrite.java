package io.nrt4j.hal.engine.control;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.ControlOperands;

/** 0xA5 WRITE: one or two words to device addresses, in the order of the slot. */
final class RegisterWrite implements Operation {
    private final ControlOperands.Write operands;

    RegisterWrite(ControlOperands.Write operands) {
        this.operands = operands;
        if (operands.size0() != Integer.BYTES || (operands.isPair() && operands.size1() != Integer.BYTES)) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "stores of %d and %d bytes, only 4 are known".formatted(operands.size0(), operands.size1()));
        }
    }

    @Override
    public void execute(Sequencer sequencer) {
        sequencer.bus().writeInt(sequencer, operands.address0(), (int) operands.value0());
        if (operands.isPair()) {
            sequencer.bus().writeInt(sequencer, operands.address1(), (int) operands.value1());
        }
    }
}
