package io.nrt4j.loader.image;

import io.netty.buffer.ByteBuf;
import io.nrt4j.hal.isa.Slot;
import java.util.Arrays;

/**
 * One record of a patch table, {@code kbin_patch_location_t}: 16 bytes, four little-endian words.
 *
 * <p>Source: image-assembly.md §12.1.
 *
 * @param offset bytes from the start of the image
 * @param count slots
 * @param type what happened to them
 * @param section where
 */
public record PatchLocation(int offset, int count, PatchType type, PatchSection section) {
    /** Bytes of a record. */
    public static final int SIZE = 16;

    private static final int OFFSET = 0;
    private static final int COUNT = 4;
    private static final int TYPE = 8;
    private static final int SECTION = 12;

    /** Reads a record at the reader index and advances it; {@link IllegalArgumentException} for an unknown code. */
    public static PatchLocation decode(ByteBuf in) {
        int at = in.readerIndex();
        int type = in.getIntLE(at + TYPE);
        int section = in.getIntLE(at + SECTION);
        PatchLocation location = new PatchLocation(
                in.getIntLE(at + OFFSET),
                in.getIntLE(at + COUNT),
                Arrays.stream(PatchType.values())
                        .filter(t -> t.code() == type)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("patch type " + type)),
                Arrays.stream(PatchSection.values())
                        .filter(s -> s.code() == section)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("patch section " + section)));
        in.skipBytes(SIZE);
        return location;
    }

    /** Appends the 16 bytes. */
    public void encode(ByteBuf out) {
        out.writeIntLE(offset).writeIntLE(count).writeIntLE(type.code()).writeIntLE(section.code());
    }

    /** The image slot at which it applies. */
    public int slot() {
        return offset / Slot.BYTES;
    }
}
