package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.q7.LibrarySlot.Direction;
import org.jspecify.annotations.Nullable;

/**
 * The slots that load a library or take it out: {@code nrtucode_ll_get_load_sequence} and its counterpart. Source:
 * q7.md §5.4.
 */
public final class LoadSequence {
    private static final String CONTEXT_CHECK = "check `ll->context == nrtucode_core_get_context(core)` failed";
    private static final String MISALIGNED = "instruction buffer is not correctly aligned";

    /** Slots written for a core of a foreign context, in the real code by accident. */
    private static final int MISMATCH_COUNT = 8;

    private static final int BUFFER_ALIGNMENT = 8;

    private LoadSequence() {}

    /**
     * Appends the slots that load a library.
     *
     * @param maxSlots room in the buffer, in slots
     * @param out written from its writer index on, which must be a multiple of 8
     * @return the number of slots: 1; or 8 without address and size if library and core have different contexts
     * @throws UcodeException with {@link NrtUcodeStatus#INVALID} for a misaligned buffer, {@link
     *     NrtUcodeStatus#NO_SPACE} for too small a one
     * @throws Q7ApiMisuse for a null
     */
    public static int load(
            @Nullable LoadableLibrary library, @Nullable UcodeCore core, long maxSlots, @Nullable ByteBuf out) {
        return write("nrtucode_ll_get_load_sequence", Direction.LOAD, library, core, maxSlots, out);
    }

    /** Appends the slots that unload a library; otherwise as {@link #load}. */
    public static int unload(
            @Nullable LoadableLibrary library, @Nullable UcodeCore core, long maxSlots, @Nullable ByteBuf out) {
        return write("nrtucode_ll_get_unload_sequence", Direction.UNLOAD, library, core, maxSlots, out);
    }

    /** The number of slots that {@link #load} and {@link #unload} write. */
    public static int slotCount(LoadableLibrary library, UcodeCore core) {
        if (library.context() == core.context()) {
            return 1;
        }
        library.context().error(CONTEXT_CHECK);
        return MISMATCH_COUNT;
    }

    private static int write(
            String function,
            Direction direction,
            @Nullable LoadableLibrary library,
            @Nullable UcodeCore core,
            long maxSlots,
            @Nullable ByteBuf out) {
        LoadableLibrary ll = Q7ApiMisuse.notNull(library, function, "ll");
        UcodeCore on = UcodeCore.notNull(core, function);
        ByteBuf buffer = Q7ApiMisuse.notNull(out, function, "buf");
        if (buffer.writerIndex() % BUFFER_ALIGNMENT != 0) {
            ll.context().error(MISALIGNED);
            throw new UcodeException(NrtUcodeStatus.INVALID, MISALIGNED);
        }
        int count = slotCount(ll, on);
        if (maxSlots < count) {
            throw new UcodeException(NrtUcodeStatus.NO_SPACE, maxSlots + " slots of room for " + count);
        }
        LibrarySlot slot = slot(direction, ll, count == 1);
        for (int i = 0; i < count; i++) {
            slot.encode(buffer);
        }
        return count;
    }

    private static LibrarySlot slot(Direction direction, LoadableLibrary library, boolean sameContext) {
        int selector = (int) library.selector();
        if (direction == Direction.UNLOAD) {
            return LibrarySlot.unload(selector);
        }
        return sameContext
                ? LibrarySlot.load(library.deviceAddress(), selector, (int) library.prelinkedSize())
                : LibrarySlot.load(0, selector, 0);
    }
}
