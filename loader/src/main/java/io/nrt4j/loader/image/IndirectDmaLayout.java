package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Slot;

/**
 * The operands of DMA_INDIRECT, put together from a pseudo DMA and its extension.
 *
 * <p>Source: dma.md §8.1 ("other layouts"), not seen in an image. Only the first step and count of each side exist;
 * {@code flags} are the extension's: 4 source indirect, 5 destination indirect.
 */
final class IndirectDmaLayout {
    static final int SEMAPHORE = 12;
    static final int INCREMENT = 13;
    static final int CHANNELS = 14;
    static final int FLAGS = 15;
    static final int SOURCE = 16;
    static final int SOURCE_STEP = 24;
    static final int SOURCE_COUNT = 28;
    static final int SOURCE_ELEMENT = 30;
    static final int DESTINATION = 32;
    static final int DESTINATION_STEP = 40;
    static final int DESTINATION_COUNT = 44;
    static final int DESTINATION_ELEMENT = 46;
    static final int SOURCE_INDEX = 48;
    static final int DESTINATION_INDEX = 52;
    static final int INPUT_DTYPE = 56;
    static final int OUTPUT_DTYPE = 57;
    static final int SOURCE_BOUND = 58;
    static final int DESTINATION_BOUND = 59;
    static final int COMPUTE = 60;
    static final int CONFIG = 61;

    /** Fields of the extension slot. */
    private static final int EXTENSION_FLAGS = 1;

    private static final int EXTENSION_CHANNELS = 2;
    private static final int EXTENSION_COMPUTE = 3;
    private static final int EXTENSION_SOURCE_INDEX = 4;
    private static final int EXTENSION_DESTINATION_INDEX = 8;

    private IndirectDmaLayout() {}

    /**
     * The slot.
     *
     * @param direct the pseudo DMA with resolved addresses, in the layout of DMA_DIRECT2D
     * @param extension the slot behind it
     */
    static Slot of(Slot direct, Slot extension) {
        Slot slot = Slot.create(Opcode.DMA_INDIRECT);
        EventFields.copyControlAndEvents(direct, slot);
        return slot.setU8(SEMAPHORE, direct.u8(13))
                .setU8(INCREMENT, direct.u8(14))
                .setU8(CHANNELS, extension.u8(EXTENSION_CHANNELS))
                .setU8(FLAGS, extension.u8(EXTENSION_FLAGS))
                .setI64(SOURCE, direct.i64(16))
                .setI32(SOURCE_STEP, direct.i32(24))
                .setU16(SOURCE_COUNT, direct.u16(32))
                .setU16(SOURCE_ELEMENT, direct.u16(36))
                .setI64(DESTINATION, direct.i64(40))
                .setI32(DESTINATION_STEP, direct.i32(48))
                .setU16(DESTINATION_COUNT, direct.u16(56))
                .setU16(DESTINATION_ELEMENT, direct.u16(60))
                .setI32(SOURCE_INDEX, extension.i32(EXTENSION_SOURCE_INDEX))
                .setI32(DESTINATION_INDEX, extension.i32(EXTENSION_DESTINATION_INDEX))
                .setU8(INPUT_DTYPE, direct.u8(62))
                .setU8(OUTPUT_DTYPE, direct.u8(63))
                .setU8(SOURCE_BOUND, direct.u8(38))
                .setU8(DESTINATION_BOUND, direct.u8(39))
                .setU8(COMPUTE, extension.u8(EXTENSION_COMPUTE))
                .setU8(CONFIG, direct.u8(12));
    }
}
