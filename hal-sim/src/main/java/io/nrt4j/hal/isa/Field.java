package io.nrt4j.hal.isa;

import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** One named field of a layout: where it lies in the slot and what its bytes mean. Made from an {@link At}. */
public final class Field {
    private final String name;
    private final int offset;
    private final int bytes;
    private final FieldType type;
    private final MethodHandle accessor;
    /** Where eight bytes of the slot begin that hold the field's first bytes from bit {@code shift} on. */
    private final int word;

    private final int shift;
    private final long valueMask;

    Field(String name, int offset, int bytes, FieldType type, MethodHandle accessor) {
        this.name = name;
        this.offset = offset;
        this.bytes = bytes;
        this.type = type;
        this.accessor = accessor;
        this.word = Math.min(offset, Slot.BYTES - Long.BYTES);
        this.shift = (offset - word) * Byte.SIZE;
        this.valueMask = bytes >= Long.BYTES ? -1L : (1L << (bytes * Byte.SIZE)) - 1;
    }

    /** Lower case with underscores, such as {@code in_dtype}. */
    public String name() {
        return name;
    }

    /** Byte offset in the slot. */
    public int offset() {
        return offset;
    }

    /** Bytes it covers. */
    public int bytes() {
        return bytes;
    }

    public FieldType type() {
        return type;
    }

    /** The field of an operand record, as the type of its component. */
    public Object of(Operands operands) {
        try {
            return (Object) accessor.invokeExact(operands);
        } catch (Throwable e) {
            throw new LinkageError("accessor of " + name, e);
        }
    }

    /** A byte-sized field straight from a slot. */
    public int u8(Slot slot) {
        return slot.u8(offset);
    }

    /** The field as a number, zero-extended, without allocation; of a field of more than eight bytes the first eight. */
    public long bits(Slot slot) {
        return (slot.i64(word) >>> shift) & valueMask;
    }

    /** The enum constant behind a coded byte, or empty for an undefined code. */
    public Optional<? extends WireCode> constant(Slot slot) {
        return type.constant(u8(slot));
    }

    /** Bit k says that byte k of the slot belongs to the field. */
    long mask() {
        return (bytes == Slot.BYTES ? -1L : (1L << bytes) - 1) << offset;
    }

    Object decode(Slot slot) {
        return switch (type) {
            case U16 -> slot.u16(offset);
            case I32, RAW32, ADDR4 -> slot.i32(offset);
            case U32 -> slot.u32(offset);
            case U64, ADDRESS64 -> slot.i64(offset);
            case ADDR8 -> new DmaAddress(slot.i64(offset));
            case TENSOR1D -> AccessPattern.decode(slot, offset, 1);
            case TENSOR2D -> AccessPattern.decode(slot, offset, 2);
            case TENSOR3D -> AccessPattern.decode(slot, offset, 3);
            case TENSOR4D, SEQUENCE4D -> AccessPattern.decode(slot, offset, 4);
            case DMA_PATTERN -> DmaPattern.decode(slot, offset);
            case COLLECTIVE_OPERAND -> CollectiveOperand.decode(slot, offset);
            case TEXT, BYTES -> Bytes.decode(slot, offset, bytes);
            default -> slot.u8(offset);
        };
    }

    void encode(Operands operands, Slot slot) {
        Object value = of(operands);
        switch (type) {
            case U16 -> slot.setU16(offset, (int) value);
            case I32, RAW32, ADDR4 -> slot.setI32(offset, (int) value);
            case U32 -> slot.setI32(offset, (int) (long) value);
            case U64, ADDRESS64 -> slot.setI64(offset, (long) value);
            case ADDR8 -> slot.setI64(offset, ((DmaAddress) value).raw());
            case TENSOR1D, TENSOR2D, TENSOR3D, TENSOR4D, SEQUENCE4D -> encodePattern((AccessPattern) value, slot);
            case DMA_PATTERN -> ((DmaPattern) value).encode(slot, offset);
            case COLLECTIVE_OPERAND -> ((CollectiveOperand) value).encode(slot, offset);
            case TEXT, BYTES -> encodeBytes((Bytes) value, slot);
            default -> slot.setU8(offset, (int) value);
        }
    }

    private void encodePattern(AccessPattern pattern, Slot slot) {
        if (AccessPattern.bytes(pattern.rank()) != bytes) {
            throw new BadInstructionException(
                    "%s takes %d bytes, not a pattern of %d dimensions".formatted(name, bytes, pattern.rank()));
        }
        pattern.encode(slot, offset);
    }

    private void encodeBytes(Bytes value, Slot slot) {
        if (value.length() != bytes) {
            throw new BadInstructionException("%s takes %d bytes, not %d".formatted(name, bytes, value.length()));
        }
        value.encode(slot, offset);
    }

    @Override
    public String toString() {
        return name + "@" + offset;
    }
}
