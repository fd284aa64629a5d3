package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;
import java.util.Optional;

/**
 * The operands of DMA_TRANSPOSE ({@code DMA_DIRECT2D_XPOSE}), put together from a pseudo DMA and its extension.
 *
 * <p>Source: isa-encodings.md §4, dma.md §8.1; not seen in an image.
 */
final class TransposeDmaLayout {
    private static final int INPUT_DTYPE = 14;
    private static final int OUTPUT_DTYPE = 15;
    private static final int TILE_ROW_STEP = 36;
    private static final int TILE_ROWS = 60;
    private static final int TILE_COLUMNS = 61;
    private static final int SEMAPHORE = 62;
    private static final int CONFIG = 63;

    private static final int EXTENSION_TILE_STEP = 20;
    private static final int EXTENSION_ROWS = 24;
    private static final int EXTENSION_COLUMNS = 25;

    private TransposeDmaLayout() {}

    /** The slot, from the pseudo DMA with resolved addresses in the layout of DMA_DIRECT2D. */
    static Slot of(Slot direct, Optional<Slot> extension) {
        Slot slot = Slot.create(Opcode.DMA_TRANSPOSE);
        EventFields.copyControlAndEvents(direct, slot);
        slot.setU8(INPUT_DTYPE, direct.u8(62))
                .setU8(OUTPUT_DTYPE, direct.u8(63))
                .setI64(16, direct.i64(16))
                .setI64(24, direct.i64(24))
                .setI32(32, direct.i32(32))
                .setI64(40, direct.i64(40))
                .setI64(48, direct.i64(48))
                .setI32(56, direct.i32(56))
                .setU8(SEMAPHORE, direct.u8(13))
                .setU8(CONFIG, direct.u8(12));
        extension.ifPresent(e -> slot.setI32(TILE_ROW_STEP, e.i32(EXTENSION_TILE_STEP))
                .setU8(TILE_ROWS, e.u8(EXTENSION_ROWS))
                .setU8(TILE_COLUMNS, e.u8(EXTENSION_COLUMNS)));
        return slot;
    }
}
