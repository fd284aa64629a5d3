package io.nrt4j.hal.engine.control;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.RangeClearMode;

/** 0xB0 EVENT_SEMAPHORE_RANGE_CLEAR: zeroes semaphores. Source: isa-encodings.md §4. */
final class RangeClear implements Operation {
    private static final int SEMAPHORES = 256;

    private final ControlOperands.RangeClear operands;
    private final RangeClearMode mode;

    RangeClear(ControlOperands.RangeClear operands) {
        this.operands = operands;
        this.mode = RangeClearMode.fromCode(operands.mode())
                .orElseThrow(() -> new InstructionFaultException(
                        FaultKind.BAD_OPERAND, "range clear mode %d is not known".formatted(operands.mode())));
    }

    @Override
    public void execute(Sequencer sequencer) {
        for (int id = 0; id < SEMAPHORES; id++) {
            if (isChosen(id)) {
                sequencer.coreModel().sync().set(sequencer, id, 0);
            }
        }
    }

    private boolean isChosen(int id) {
        return switch (mode) {
            case RANGE -> operands.first() <= id && id <= operands.last();
            case BITMASK -> (operands.mask().u8(id / Byte.SIZE) >>> (id % Byte.SIZE) & 1) != 0;
        };
    }
}
