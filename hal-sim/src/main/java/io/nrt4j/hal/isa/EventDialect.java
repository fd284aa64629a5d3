package io.nrt4j.hal.isa;

/** How a slot stores its events. Source: isa.md §1.2, isa-encodings.md §7.1. */
public enum EventDialect {
    /** v1: one byte each for wait mode, wait index, set mode, set index; operands from byte 8. */
    FOUR_BYTES(8),
    /** v2 and later: the four bytes and a 32-bit value; operands from byte 12. */
    EIGHT_BYTES(12);

    private static final int PRINTABLE_FIRST = 0x21;
    private static final int PRINTABLE_LAST = 0x7E;

    private final int operands;

    EventDialect(int operands) {
        this.operands = operands;
    }

    /** First byte of the operands. */
    public int operands() {
        return operands;
    }

    /** The dialect of a generation. */
    public static EventDialect of(Generation generation) {
        return generation == Generation.V1 ? FOUR_BYTES : EIGHT_BYTES;
    }

    /**
     * The dialect of a stream of unknown origin, from one DMA trigger of it: the queue name starts right behind the
     * events, at byte 8 or at byte 12.
     *
     * <p>A wait's value can look like text at byte 8 only if its low byte is printable, and then byte 9 is zero for
     * any threshold below 0x2100; a name of one letter is not in use. Source: isa-encodings.md §7.2.
     */
    public static EventDialect ofTrigger(Slot trigger) {
        boolean nameAtEight = isPrintable(trigger.u8(8)) && isPrintable(trigger.u8(9)) && isPrintable(trigger.u8(10));
        return nameAtEight ? FOUR_BYTES : EIGHT_BYTES;
    }

    private static boolean isPrintable(int b) {
        return PRINTABLE_FIRST <= b && b <= PRINTABLE_LAST;
    }
}
