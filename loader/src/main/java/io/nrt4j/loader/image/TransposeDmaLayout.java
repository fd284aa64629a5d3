package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.DmaExtension;
import io.nrt4j.hal.isa.Slot;
import java.util.Optional;

/**
 * The operands of DMA_TRANSPOSE, made of a pseudo DMA and its extension.
 *
 * <p>isa-encodings.md §4 gives the places of the fields below but none for addresses and patterns; these stay where
 * DMA_DIRECT2D has them. Not seen in an image.
 */
final class TransposeDmaLayout {
    private static final int DIRECT_CONFIG = 12;
    private static final int DIRECT_SEMAPHORE = 13;
    private static final int DIRECT_INPUT_DTYPE = 62;
    private static final int DIRECT_OUTPUT_DTYPE = 63;

    private static final int INPUT_DTYPE = 14;
    private static final int OUTPUT_DTYPE = 15;
    private static final int TILE_ROW_STEP = 36;
    private static final int TILE_ROWS = 60;
    private static final int TILE_COLUMNS = 61;
    private static final int SEMAPHORE = 62;
    private static final int CONFIG = 63;

    private TransposeDmaLayout() {}

    /** Rearranges a slot in the layout of DMA_DIRECT2D. */
    static Slot of(Slot direct, Optional<DmaExtension> extension) {
        int config = direct.u8(DIRECT_CONFIG);
        int semaphore = direct.u8(DIRECT_SEMAPHORE);
        direct.setU8(DIRECT_CONFIG, 0)
                .setU8(DIRECT_SEMAPHORE, 0)
                .setU8(INPUT_DTYPE, direct.u8(DIRECT_INPUT_DTYPE))
                .setU8(OUTPUT_DTYPE, direct.u8(DIRECT_OUTPUT_DTYPE))
                .setI32(TILE_ROW_STEP, extension.map(DmaExtension::tileStep).orElse(0))
                .setU8(TILE_ROWS, extension.map(DmaExtension::tileRows).orElse(0))
                .setU8(TILE_COLUMNS, extension.map(DmaExtension::tileCols).orElse(0))
                .setU8(SEMAPHORE, semaphore)
                .setU8(CONFIG, config);
        return direct;
    }
}
