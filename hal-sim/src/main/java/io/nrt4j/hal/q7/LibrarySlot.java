package io.nrt4j.hal.q7;

import io.netty.buffer.ByteBuf;
import java.util.Optional;

/**
 * The 64-byte instruction 0x95 (MODIFY_POOL_CONFIG), which loads a library into the pool cores or takes it out.
 * Source: q7.md §5.4, image-assembly.md §6.
 *
 * @param direction wire value of the direction, see {@link Direction}
 * @param coreMask the constant 0xFF, a mask of lanes or cores
 * @param deviceAddress device address of the prelinked image, 0 for an unload
 * @param selector which library: the index among the provider's libraries
 * @param imageSize size of the image in bytes, 0 for an unload
 */
public record LibrarySlot(int direction, int coreMask, long deviceAddress, int selector, int imageSize) {
    public static final int SIZE = 64;
    public static final int OPCODE = 0x95;

    /** Opcode and the length marker every slot carries. */
    private static final int HEADER = 0x1000 | OPCODE;

    private static final int ALL_CORES = 0xFF;

    private static final int HEADER_AT = 0x00;
    private static final int DIRECTION_AT = 0x0C;
    private static final int CORE_MASK_AT = 0x0D;
    private static final int ADDRESS_AT = 0x10;
    private static final int SELECTOR_AT = 0x18;
    private static final int IMAGE_SIZE_AT = 0x1C;

    /** What the instruction asks for. */
    public enum Direction {
        LOAD(1),
        UNLOAD(2);

        private final int code;

        Direction(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        /** The direction of a wire value, or empty for one the firmware does not know. */
        public static Optional<Direction> fromCode(int code) {
            return switch (code) {
                case 1 -> Optional.of(LOAD);
                case 2 -> Optional.of(UNLOAD);
                default -> Optional.empty();
            };
        }
    }

    /** The slot that loads the image at {@code deviceAddress}. */
    public static LibrarySlot load(long deviceAddress, int selector, int imageSize) {
        return new LibrarySlot(Direction.LOAD.code(), ALL_CORES, deviceAddress, selector, imageSize);
    }

    /** The slot that takes a library out; it is found by its selector alone. */
    public static LibrarySlot unload(int selector) {
        return new LibrarySlot(Direction.UNLOAD.code(), ALL_CORES, 0, selector, 0);
    }

    /** Reads the 64 bytes at the reader index; the opcode is the caller's business. */
    public static LibrarySlot decode(ByteBuf in) {
        int at = in.readerIndex();
        LibrarySlot slot = new LibrarySlot(
                in.getUnsignedByte(at + DIRECTION_AT),
                in.getUnsignedByte(at + CORE_MASK_AT),
                in.getLongLE(at + ADDRESS_AT),
                in.getIntLE(at + SELECTOR_AT),
                in.getIntLE(at + IMAGE_SIZE_AT));
        in.skipBytes(SIZE);
        return slot;
    }

    /** Appends the 64 bytes. */
    public void encode(ByteBuf out) {
        int at = out.writerIndex();
        out.writeZero(SIZE);
        out.setShortLE(at + HEADER_AT, HEADER);
        out.setByte(at + DIRECTION_AT, direction);
        out.setByte(at + CORE_MASK_AT, coreMask);
        out.setLongLE(at + ADDRESS_AT, deviceAddress);
        out.setIntLE(at + SELECTOR_AT, selector);
        out.setIntLE(at + IMAGE_SIZE_AT, imageSize);
    }
}
