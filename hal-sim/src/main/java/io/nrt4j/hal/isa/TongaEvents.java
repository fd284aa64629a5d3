package io.nrt4j.hal.isa;

/**
 * The event block of a v1 slot: bytes 4 to 7.
 *
 * <p>Source: isa-encodings.md §7.1.
 *
 * @param waitMode 0 none, 1 event set, 2 event set, then cleared
 * @param waitIndex event waited for
 * @param setMode when the event is set: 0 never, 1 operands read, 2 result written, 3 instruction done
 * @param setIndex event set
 */
public record TongaEvents(int waitMode, int waitIndex, int setMode, int setIndex) {
    /** {@link #waitMode} that clears the event. */
    public static final int SET_THEN_CLEAR = 2;

    /** Largest defined {@link #waitMode}. */
    public static final int LAST_WAIT_MODE = SET_THEN_CLEAR;

    /** Largest defined {@link #setMode}. */
    public static final int LAST_SET_MODE = 3;

    /** Reads the block of a slot. */
    public static TongaEvents decode(Slot slot) {
        return new TongaEvents(slot.waitMode(), slot.waitIndex(), slot.updateMode(), slot.updateIndex());
    }

    /** Writes the block of a slot. */
    public void encode(Slot slot) {
        slot.setU8(Slot.WAIT_MODE, waitMode)
                .setU8(Slot.WAIT_INDEX, waitIndex)
                .setU8(Slot.UPDATE_MODE, setMode)
                .setU8(Slot.UPDATE_INDEX, setIndex);
    }
}
