package io.nrt4j.hal.isa;

/**
 * One tensor operand of an instruction as an access to on-chip memory.
 *
 * @param name of the field, such as {@code src0}
 * @param isWrite whether it is written
 * @param pattern elements within each partition
 * @param dtype {@link Dtype} code of an element
 * @param partitions partitions it covers, from the start address' partition on
 * @param width neighbouring elements that one element of the pattern stands for: 2 in the double-pixel mode, else 1
 */
public record TensorAccess(String name, boolean isWrite, AccessPattern pattern, int dtype, int partitions, int width) {
    static TensorAccess read(String name, AccessPattern pattern, int dtype, int partitions) {
        return new TensorAccess(name, false, pattern, dtype, partitions, 1);
    }

    static TensorAccess write(String name, AccessPattern pattern, int dtype, int partitions) {
        return new TensorAccess(name, true, pattern, dtype, partitions, 1);
    }

    /** One value per partition, whose address an immediate field holds. */
    static TensorAccess pointer(String name, int address, int dtype, int partitions) {
        return read(name, AccessPattern.of(address, new int[] {1}, new int[] {1}), dtype, partitions);
    }

    /** Whether the slot itself says where the access goes and how much it covers. */
    public boolean isStatic() {
        return pattern.start().isImmediate();
    }

    /** Bytes of an element; 0 for an undefined type. */
    public int elementBytes() {
        return Dtype.fromCode(dtype).map(Dtype::bytes).orElse(0);
    }

    /** Lowest byte of a partition that the access touches, relative to the partition; may be negative. */
    public long firstByte(Generation generation) {
        return pattern.start().byteInPartition(generation) + pattern.lowestOffset() * elementBytes();
    }

    /** The byte behind the highest one that the access touches, relative to the partition. */
    public long endByte(Generation generation) {
        return pattern.start().byteInPartition(generation) + (pattern.highestOffset() + width) * elementBytes();
    }
}
