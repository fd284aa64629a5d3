package io.nrt4j.hal.engine.operand;

import java.util.BitSet;

/**
 * Which accumulator words the next write of the matrix engine overwrites instead of adding to.
 *
 * <p>A product with the BEGIN flag marks a whole region (2 KiB or more) of its output partitions as pending; the next
 * write to a pending word overwrites it and clears the mark. A write by another engine clears the mark too (the
 * emulator's choice). Offsets are bytes of a partition. Source: exec-sunda.md §4.
 */
public final class ZeroRegions {
    private static final int WORD = 4;

    private final BitSet[] pending;

    /** Nothing is pending. */
    public ZeroRegions(int partitions) {
        pending = new BitSet[partitions];
        for (int p = 0; p < partitions; p++) {
            pending[p] = new BitSet();
        }
    }

    /** Marks bytes of a partition as pending. */
    public void mark(int partition, int offset, int length) {
        pending[partition].set(offset / WORD, end(offset, length));
    }

    /** Whether anything is pending between two bytes of a partition, the second included. */
    public boolean isAnyMarked(int partition, int first, int last) {
        int next = pending[partition].nextSetBit(first / WORD);
        return next >= 0 && next <= last / WORD;
    }

    /** Whether everything is pending between two bytes of a partition, the second included. */
    public boolean isAllMarked(int partition, int first, int last) {
        return pending[partition].nextClearBit(first / WORD) > last / WORD;
    }

    /** Whether a byte of a partition is pending. */
    public boolean isMarked(int partition, int offset) {
        return pending[partition].get(offset / WORD);
    }

    /** Clears the marks of bytes of a partition. */
    public void clear(int partition, int offset, int length) {
        pending[partition].clear(offset / WORD, end(offset, length));
    }

    /** Clears the marks of all bytes that an operand touches in one of its partitions. */
    public void clear(OnChipOperand operand, int channel) {
        int partition = operand.firstPartition() + channel;
        if (!pending[partition].isEmpty()) {
            operand.forEachRun((offset, length) -> clear(partition, offset, length));
        }
    }

    /** Clears the marks of all bytes that an operand touches. */
    public void clear(OnChipOperand operand) {
        for (int c = 0; c < operand.channels(); c++) {
            clear(operand, c);
        }
    }

    private static int end(int offset, int length) {
        return (offset + length + WORD - 1) / WORD;
    }
}
