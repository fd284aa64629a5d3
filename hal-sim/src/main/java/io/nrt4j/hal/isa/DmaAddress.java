package io.nrt4j.hal.isa;

/**
 * An address operand of a DMA slot (ADDR8): in a NEFF a variable or a row of the address table, in a loaded image an
 * absolute address or still the table row.
 *
 * <p>Low word: offset or register; bytes 4 to 6: the id; byte 7: the marker. An absolute address fills bytes 0 to 6.
 * Source: isa.md §5.13.
 *
 * @param raw the eight bytes as a little-endian number
 */
public record DmaAddress(long raw) {
    /** Marker of a compiler variable: id is its {@code var_id}, the low word an offset in it. NEFF form only. */
    public static final int VARIABLE = 0x10;
    /** Marker of a row of the address table ({@code DGETable0}). */
    public static final int TABLE = 0x20;
    /** Marker bit: a register shapes the transfer. */
    public static final int SHAPE_REGISTER = 0x40;
    /** Marker bit of the loaded form: a register holds the address. */
    public static final int ADDRESS_REGISTER = 0x80;
    /** Marker bit: the low word is the number of the register with the offset. */
    public static final int OFFSET_REGISTER = 0x08;
    /** Marker bit: the offset takes two registers. */
    public static final int WIDE_OFFSET = 0x04;

    private static final int MARKER_SHIFT = 56;
    private static final int ID_SHIFT = 32;
    private static final long ID = 0xFFFFFF;
    private static final long ABSOLUTE = (1L << MARKER_SHIFT) - 1;

    /** What the marker makes of the address. */
    public enum Form {
        ABSOLUTE,
        ADDRESS_IN_REGISTER,
        VARIABLE,
        TABLE_ROW
    }

    /** A place in a compiler variable. */
    public static DmaAddress ofVariable(int varId, int offset) {
        return new DmaAddress((long) VARIABLE << MARKER_SHIFT | (varId & ID) << ID_SHIFT | (offset & 0xFFFFFFFFL));
    }

    /** A place behind a row of the address table. */
    public static DmaAddress ofTableRow(int row, int offset) {
        return new DmaAddress((long) TABLE << MARKER_SHIFT | (row & ID) << ID_SHIFT | (offset & 0xFFFFFFFFL));
    }

    /** An absolute device address below 2^56. */
    public static DmaAddress ofAbsolute(long address) {
        return new DmaAddress(address & ABSOLUTE);
    }

    /** Byte 7. */
    public int marker() {
        return (int) (raw >>> MARKER_SHIFT);
    }

    /** What the marker makes of the address. */
    public Form form() {
        if ((marker() & TABLE) != 0) {
            return Form.TABLE_ROW;
        }
        if ((marker() & VARIABLE) != 0) {
            return Form.VARIABLE;
        }
        return (marker() & ADDRESS_REGISTER) != 0 ? Form.ADDRESS_IN_REGISTER : Form.ABSOLUTE;
    }

    /** The {@code var_id} or the table row. */
    public int id() {
        return (int) (raw >>> ID_SHIFT & ID);
    }

    /** The offset in bytes, u32 bits, or the register that holds it. */
    public int offset() {
        return (int) raw;
    }

    /** Whether the low word names a register instead of holding the offset. */
    public boolean isOffsetInRegister() {
        return form() != Form.ABSOLUTE && (marker() & OFFSET_REGISTER) != 0;
    }

    /** Whether a register shapes the transfer. */
    public boolean isShapedByRegister() {
        return (marker() & SHAPE_REGISTER) != 0;
    }

    /** The device address of {@link Form#ABSOLUTE}. */
    public long absolute() {
        return raw & ABSOLUTE;
    }
}
