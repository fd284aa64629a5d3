package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.operand.OnChipOperand;

/** Blocks of 32 partitions by 32 elements, transposed. Source: exec-sunda.md §5 (0x6B), §7 (block by block). */
final class BlockTranspose {
    /** Partitions and elements of a block. */
    static final int SIZE = 32;

    private BlockTranspose() {}

    /** Faults unless an operand consists of whole blocks. */
    static void expectBlocks(OnChipOperand operand) {
        if (operand.channels() % SIZE != 0 || operand.elements() % SIZE != 0) {
            throw new InstructionFaultException(
                    FaultKind.BAD_OPERAND,
                    "%d channels of %d elements are no whole blocks of 32 by 32"
                            .formatted(operand.channels(), operand.elements()));
        }
    }

    /** The channel whose element becomes element e of channel c. */
    static int channel(int c, int e) {
        return c - c % SIZE + e % SIZE;
    }

    /** Which element of that channel it is. */
    static int element(int c, int e) {
        return e - e % SIZE + c % SIZE;
    }

    /** The bits of an operand, every block transposed: a row per channel. */
    static long[][] read(OnChipOperand operand) {
        int count = operand.elements();
        long[][] rows = new long[operand.channels()][count];
        for (int c = 0; c < rows.length; c++) {
            operand.readBits(c, rows[c]);
        }
        long[][] transposed = new long[rows.length][count];
        for (int c = 0; c < rows.length; c++) {
            for (int e = 0; e < count; e++) {
                transposed[c][e] = rows[channel(c, e)][element(c, e)];
            }
        }
        return transposed;
    }
}
