package io.nrt4j.hal.isa;

/**
 * An address operand of the compute engines (ADDR4): 29 bits that name a partition and a byte in it, in SBUF or PSUM,
 * under a marker that can make it an indirection instead.
 *
 * <p>Source: isa.md §4.1.
 *
 * @param raw the four bytes as a little-endian number
 */
public record OnChipAddress(int raw) {
    private static final int IMMEDIATE = 0x1FFFFFFF;
    private static final int MARKER_SHIFT = 24;
    private static final int MARKER = 0xFC;
    private static final int SHAPE_FROM_REGISTER = 0x40;
    private static final int ADDRESS_FROM_REGISTER = 0x80;
    private static final int INDIRECT = 0x20;
    private static final int REGISTER = 0x3F;

    /** The marker: the high byte without the two bits that belong to the address. */
    public int marker() {
        return raw >>> MARKER_SHIFT & MARKER;
    }

    /** Whether the address itself stands in the slot, the only form in known programs. */
    public boolean isImmediate() {
        return marker() == 0;
    }

    /** Whether a register supplies the address. */
    public boolean isFromRegister() {
        return (marker() & ADDRESS_FROM_REGISTER) != 0;
    }

    /** Whether a register supplies the counts of the pattern, which then are 0. */
    public boolean takesShapeFromRegister() {
        return (marker() & SHAPE_FROM_REGISTER) != 0;
    }

    /** Whether the address is that of an index vector. */
    public boolean isIndirect() {
        return (marker() & INDIRECT) != 0;
    }

    /** The register of {@link #isFromRegister()}, 0 to 63. */
    public int register() {
        return raw & REGISTER;
    }

    /** The 29-bit address. */
    public int linear() {
        return raw & IMMEDIATE;
    }

    /** Whether it lies in PSUM; magnitude alone tells. */
    public boolean isPsum(Generation generation) {
        return linear() >= generation.psumBase();
    }

    /** The first partition of the access. Not bounded by the number of partitions. */
    public int partition(Generation generation) {
        return isPsum(generation)
                ? (linear() - generation.psumBase()) / generation.psumStride()
                : linear() / generation.sbufStride();
    }

    /** The byte within the partition. Not bounded by its usable size. */
    public int byteInPartition(Generation generation) {
        return isPsum(generation)
                ? (linear() - generation.psumBase()) % generation.psumStride()
                : linear() % generation.sbufStride();
    }

    /** Bytes of the partition that exist. */
    public int usableBytes(Generation generation) {
        return isPsum(generation) ? generation.psumUsable() : generation.sbufUsable();
    }

    /** Partitions of the memory it lies in. */
    public int partitions(Generation generation) {
        return isPsum(generation) ? generation.psumPartitions() : Generation.SBUF_PARTITIONS;
    }
}
