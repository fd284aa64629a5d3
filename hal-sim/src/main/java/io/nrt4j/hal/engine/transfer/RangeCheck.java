package io.nrt4j.hal.engine.transfer;

import io.nrt4j.hal.engine.numeric.ElementCodec;
import io.nrt4j.hal.engine.operand.OnChipMemories;
import io.nrt4j.hal.engine.operand.OnChipOperand;
import io.nrt4j.hal.engine.sequencer.Operation;
import io.nrt4j.hal.engine.sequencer.Sequencer;
import io.nrt4j.hal.isa.PseudoOperands;

/**
 * The check that guards an indirect copy: {@code dst = (address - base) < size} for each partition; if one fails, control
 * goes to the label behind the copy and the host is told.
 *
 * <p>Source: exec-sunda.md §5 (0xD6), §7.
 */
final class RangeCheck implements Operation {
    private final PseudoOperands.RangeCheck operands;
    private final OnChipOperand addresses;
    private final OnChipOperand base;
    private final boolean hasBasePointer;
    private final OnChipOperand result;

    RangeCheck(
            PseudoOperands.RangeCheck operands, OnChipMemories memories, ElementCodec words, ElementCodec resultCodec) {
        this.operands = operands;
        this.addresses = OnChipOperand.bind(memories, operands.src(), words, operands.channels());
        this.hasBasePointer = operands.baseSource() != 0;
        this.base = hasBasePointer
                ? OnChipOperand.bind(memories, OnChipMemories.single((int) operands.base()), words, operands.channels())
                : addresses;
        this.result = OnChipOperand.bind(memories, operands.dst(), resultCodec, operands.channels());
    }

    @Override
    public void execute(Sequencer sequencer) {
        boolean all = true;
        long[] row = new long[addresses.elements()];
        long[] lowest = new long[base.elements()];
        for (int c = 0; c < operands.channels(); c++) {
            addresses.readBits(c, row);
            base.readBits(c, lowest);
            for (int i = 0; i < row.length; i++) {
                long distance = row[i] - (hasBasePointer ? lowest[0] : operands.base());
                row[i] = Long.compareUnsigned(distance, operands.size()) < 0 ? 1 : 0;
                all &= row[i] == 1;
            }
            result.writeBits(c, row);
        }
        if (!all) {
            BoundCheck.report(sequencer, BoundCheck.INDIRECT_COPY);
            sequencer.jump(sequencer.programCounter() + (int) operands.label());
        }
    }
}
