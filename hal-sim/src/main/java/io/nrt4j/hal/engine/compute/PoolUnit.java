package io.nrt4j.hal.engine.compute;

import io.nrt4j.hal.engine.fault.FaultKind;
import io.nrt4j.hal.engine.fault.InstructionFaultException;
import io.nrt4j.hal.engine.numeric.ElementCodec;
import org.jspecify.annotations.Nullable;

/**
 * The pool engine's gather buffer: up to 512 elements per partition that stand for a piece of a table.
 *
 * <p>Source: exec-sunda.md §5 (0x67, 0x68).
 */
final class PoolUnit {
    /** Elements that the buffer holds per partition. */
    static final int CAPACITY = 512;

    private long[][] rows = new long[0][];
    private long start;
    private long mask;
    private @Nullable ElementCodec codec;

    /**
     * Fills the buffer.
     *
     * @param elements a row of element bits per partition
     * @param type of the elements
     * @param first index of the first element in the table
     * @param indexMask the bits of an index that count within the buffer
     */
    void load(long[][] elements, ElementCodec type, long first, long indexMask) {
        rows = elements;
        codec = type;
        start = first;
        mask = indexMask;
    }

    /** Whether the element of an index is in the buffer. */
    boolean holds(long index) {
        return (index & ~mask) == start;
    }

    /** The element of an index that the buffer {@link #holds}, as bits of a type. */
    long get(int channel, long index, ElementCodec wanted) {
        int at = (int) (index & mask);
        if (channel >= rows.length || at >= rows[channel].length) {
            throw new InstructionFaultException(
                    FaultKind.OUT_OF_BOUNDS,
                    "index %d of partition %d is not in the gather buffer".formatted(index, channel));
        }
        long bits = rows[channel][at];
        ElementCodec own = codec;
        return own == null || own.type() == wanted.type() ? bits : wanted.bits(own.value(bits));
    }
}
