package io.nrt4j.hal.isa;

/**
 * The event block of a slot, v2 and later: a wait, an update, and a value that both share.
 *
 * <p>Eight bytes. The value is the wait's threshold; an update with an operand takes the same value. Source: isa.md §1.2.
 *
 * @param waitMode {@link WaitMode} code
 * @param waitIndex semaphore or event waited for
 * @param updateMode {@link UpdateMode} code
 * @param updateIndex semaphore or event updated
 * @param value threshold and operand, u32 bits
 */
public record Events(int waitMode, int waitIndex, int updateMode, int updateIndex, int value) {
    /** No wait and no update. */
    public static final Events NONE = new Events(0, 0, 0, 0, 0);

    /** Reads the block at bytes 4 to 11. */
    public static Events decode(Slot slot) {
        return new Events(
                slot.waitMode(), slot.waitIndex(), slot.updateMode(), slot.updateIndex(), slot.semaphoreValue());
    }

    /** Writes the block at bytes 4 to 11. */
    public void encode(Slot slot) {
        slot.setU8(Slot.WAIT_MODE, waitMode)
                .setU8(Slot.WAIT_INDEX, waitIndex)
                .setU8(Slot.UPDATE_MODE, updateMode)
                .setU8(Slot.UPDATE_INDEX, updateIndex)
                .setI32(Slot.SEMAPHORE_VALUE, value);
    }

    /** A wait for a semaphore and nothing else. */
    public static Events waitFor(WaitMode mode, int index, int threshold) {
        return new Events(mode.code(), index, 0, 0, threshold);
    }

    /** An update and nothing else. */
    public static Events update(UpdateMode mode, int index, int operand) {
        return new Events(0, 0, mode.code(), index, operand);
    }
}
