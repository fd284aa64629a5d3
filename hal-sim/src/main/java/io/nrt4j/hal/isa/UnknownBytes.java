package io.nrt4j.hal.isa;

import java.util.Arrays;

/**
 * The bytes of a slot that are not zero and that no field names, in their places. They survive decoding and encoding.
 */
public final class UnknownBytes {
    /** No such byte, the normal case. */
    public static final UnknownBytes NONE = new UnknownBytes(0, new byte[0]);

    private final long mask;
    private final byte[] slot;

    private UnknownBytes(long mask, byte[] slot) {
        this.mask = mask;
        this.slot = slot;
    }

    /**
     * The bytes of a slot outside a mask.
     *
     * @param known bit k says that byte k has a meaning
     */
    static UnknownBytes of(Slot slot, long known) {
        long mask = maskOf(slot, known);
        if (mask == 0) {
            return NONE;
        }
        byte[] bytes = new byte[Slot.BYTES];
        for (int i = 0; i < Slot.BYTES; i++) {
            if ((mask >>> i & 1) != 0) {
                bytes[i] = (byte) slot.u8(i);
            }
        }
        return new UnknownBytes(mask, bytes);
    }

    /** Bit k says that byte k of a slot is not zero and outside a mask. Allocates nothing. */
    static long maskOf(Slot slot, long known) {
        long mask = 0;
        for (long rest = ~known; rest != 0; rest &= rest - 1) {
            int offset = Long.numberOfTrailingZeros(rest);
            if (slot.u8(offset) != 0) {
                mask |= 1L << offset;
            }
        }
        return mask;
    }

    void encode(Slot target) {
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int offset = Long.numberOfTrailingZeros(rest);
            target.setU8(offset, slot[offset]);
        }
    }

    /** Whether there is no such byte. */
    public boolean isEmpty() {
        return mask == 0;
    }

    /** Bit k says that byte k of the slot is one of them. */
    public long mask() {
        return mask;
    }

    /** Number of such bytes. */
    public int count() {
        return Long.bitCount(mask);
    }

    /** The unsigned byte at an offset of the slot, 0 where it is not one of them. */
    public int at(int offset) {
        return (mask >>> offset & 1) == 0 ? 0 : Byte.toUnsignedInt(slot[offset]);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UnknownBytes that && mask == that.mask && Arrays.equals(slot, that.slot);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(mask) + Arrays.hashCode(slot);
    }

    /** As {@code ?46=0x1,?47=0x10}: offset and value of each; empty for none. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int offset = Long.numberOfTrailingZeros(rest);
            text.append(text.isEmpty() ? "?" : ",?")
                    .append(offset)
                    .append("=0x")
                    .append(Integer.toHexString(at(offset)));
        }
        return text.toString();
    }
}
