package io.nrt4j.hal.dma;

/**
 * The 64-bit pointer of a template descriptor that refers to a tensor bound at execution.
 *
 * <p>Bit 61 marks it, bits 54:36 hold the variable id, bits 35:0 the offset in bytes. Adding a number of bytes to the
 * word moves the offset. Source: dma.md §4.
 */
public final class TensorPointer {
    private static final long MARK = 1L << 61;
    private static final int ID_SHIFT = 36;
    private static final int MAX_ID = (1 << 19) - 1;
    private static final long OFFSET_MASK = (1L << ID_SHIFT) - 1;

    private TensorPointer() {}

    /** Whether a pointer can name bytes of a variable up to, not including, {@code end}. */
    public static boolean reaches(int varId, long end) {
        return varId >= 0 && varId <= MAX_ID && end >= 0 && end <= OFFSET_MASK + 1;
    }

    /** The pointer to byte {@code offset} of variable {@code varId}. */
    public static long of(int varId, long offset) {
        if (varId < 0 || varId > MAX_ID || (offset & ~OFFSET_MASK) != 0) {
            throw new IllegalArgumentException("variable " + varId + " offset " + offset + " has no template pointer");
        }
        return MARK | (long) varId << ID_SHIFT | offset;
    }

    /** Whether a descriptor's address is such a pointer. */
    public static boolean isTensor(long address) {
        return (address & MARK) != 0;
    }

    /** The variable that a pointer names. */
    public static int varId(long pointer) {
        return (int) (pointer >>> ID_SHIFT) & MAX_ID;
    }

    /** The offset in the variable, in bytes. */
    public static long offset(long pointer) {
        return pointer & OFFSET_MASK;
    }
}
