package io.nrt4j.hal.engine.sequencer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.memory.DeviceMemory;
import io.nrt4j.hal.memory.Page;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The slots that a sequencer has run, made ready, by their device address.
 *
 * <p>A slot found here is compared with the bytes in memory before it is used again, so that a program that is replaced
 * by another one at the same place is never confused with it.
 */
final class SlotCache {
    private static final int SLOTS_PER_PAGE = DeviceMemory.PAGE_BYTES / Slot.BYTES;

    private final Sequencer sequencer;
    private final OperationDecoder decoder;
    private final Map<Long, @Nullable ReadySlot[]> pages = new HashMap<>();
    private final Slot window = new Slot();

    SlotCache(Sequencer sequencer, OperationDecoder decoder) {
        this.sequencer = sequencer;
        this.decoder = decoder;
    }

    /** The slot at a 64-byte aligned address of a memory; throws as {@link OperationDecoder}. */
    ReadySlot get(DeviceMemory memory, long address) {
        Page page = memory.readable(address);
        int at = page.start() + DeviceMemory.inPage(address);
        @Nullable ReadySlot[] slots = pages.computeIfAbsent(address >>> 16, number -> new ReadySlot[SLOTS_PER_PAGE]);
        int index = DeviceMemory.inPage(address) / Slot.BYTES;
        ReadySlot known = slots[index];
        if (known != null && known.isFrom(page.array(), at)) {
            return known;
        }
        ByteBuf bytes = Unpooled.wrappedBuffer(page.array());
        ReadySlot fresh = ReadySlot.decode(window.wrap(bytes, at), sequencer, decoder);
        slots[index] = fresh;
        return fresh;
    }
}
