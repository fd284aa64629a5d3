package io.nrt4j.hal.isa;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.nrt4j.hal.memory.LittleEndian;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A window on one 64-byte slot of a buffer; moving it allocates nothing.
 *
 * <p>Reads and writes go straight to the buffer, whose reference count it leaves alone; where the buffer has an array,
 * past the checks that the buffer would make at every access. All numbers are little-endian. Not safe for use by several
 * threads.
 *
 * <p>The events at 4 to 11 are those of v2 and later ({@link EventDialect#EIGHT_BYTES}).
 * Source: isa.md §1.
 */
public final class Slot {
    /** Bytes of a slot; a program counter counts slots. */
    public static final int BYTES = 64;

    /** u8: {@link Opcode}. */
    public static final int OPCODE = 0;
    /** u8: {@link #LENGTH_IN_WORDS} in every slot except {@link Opcode#PSEUDO_EXTENSION}, where it is payload. */
    public static final int WORD_LENGTH = 1;
    /** u8: bits 1:0 {@link TraceMode}, bit 7 halt. */
    public static final int DEBUG_COMMAND = 2;
    /** u8: a hint of the software, such as 2 for a branch that is always taken. */
    public static final int DEBUG_HINT = 3;
    /** u8: {@link WaitMode}. */
    public static final int WAIT_MODE = 4;
    /** u8: semaphore or event. */
    public static final int WAIT_INDEX = 5;
    /** u8: {@link UpdateMode}. */
    public static final int UPDATE_MODE = 6;
    /** u8: semaphore or event. */
    public static final int UPDATE_INDEX = 7;
    /** u32: the threshold of the wait, and the operand of an update that takes one. */
    public static final int SEMAPHORE_VALUE = 8;
    /** First byte of the operands, whose layout {@link Opcode#layout()} names. */
    public static final int OPERANDS = 12;

    /** The only word length of v2 to v4: 16 words of 4 bytes. */
    public static final int LENGTH_IN_WORDS = 0x10;
    /** The word length of {@link Opcode#QUANTIZE_MX} with saturation. */
    public static final int LENGTH_OF_SATURATING_QUANTIZE = 0x11;

    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    private int base;
    private byte @Nullable [] array;
    private int start;

    /** A slot that looks at nothing yet. */
    public Slot() {}

    /** A slot at a byte offset of a buffer. */
    public static Slot at(ByteBuf buffer, int offset) {
        return new Slot().wrap(buffer, offset);
    }

    /** A zeroed slot of its own, with opcode and word length set. */
    public static Slot create(Opcode opcode) {
        Slot slot = at(Unpooled.wrappedBuffer(new byte[BYTES]), 0);
        slot.setU8(OPCODE, opcode.code());
        slot.setU8(WORD_LENGTH, opcode == Opcode.PSEUDO_EXTENSION ? 0 : LENGTH_IN_WORDS);
        return slot;
    }

    /** Moves the window to a byte offset of a buffer; {@link BadInstructionException} unless 64 bytes lie there. */
    public Slot wrap(ByteBuf buffer, int offset) {
        if (offset < 0 || offset > buffer.capacity() - BYTES) {
            throw new BadInstructionException(
                    "no slot of 64 bytes at offset %d of %d bytes".formatted(offset, buffer.capacity()));
        }
        this.buffer = buffer;
        this.base = offset;
        this.array = buffer.hasArray() ? buffer.array() : null;
        this.start = buffer.hasArray() ? buffer.arrayOffset() + offset : 0;
        return this;
    }

    /** {@link Opcode} code, slot byte 0. */
    public int opcodeCode() {
        return u8(OPCODE);
    }

    /** The opcode, or empty for a code that no generation defines. Allocates nothing. */
    public Optional<Opcode> opcode() {
        return Opcode.fromCode(opcodeCode());
    }

    /** {@link WaitMode} code. */
    public int waitMode() {
        return u8(WAIT_MODE);
    }

    public int waitIndex() {
        return u8(WAIT_INDEX);
    }

    /** {@link UpdateMode} code. */
    public int updateMode() {
        return u8(UPDATE_MODE);
    }

    public int updateIndex() {
        return u8(UPDATE_INDEX);
    }

    /** Threshold of the wait or operand of the update, u32 bits. */
    public int semaphoreValue() {
        return i32(SEMAPHORE_VALUE);
    }

    /** Unsigned byte at an offset of the slot. */
    public int u8(int offset) {
        byte[] bytes = array;
        return bytes != null ? bytes[start + offset] & 0xFF : buffer.getUnsignedByte(base + offset);
    }

    /** Unsigned 16-bit number at an offset of the slot. */
    public int u16(int offset) {
        byte[] bytes = array;
        return bytes != null
                ? LittleEndian.getShort(bytes, start + offset) & 0xFFFF
                : buffer.getUnsignedShortLE(base + offset);
    }

    /** Signed 16-bit number at an offset of the slot. */
    public int i16(int offset) {
        byte[] bytes = array;
        return bytes != null ? LittleEndian.getShort(bytes, start + offset) : buffer.getShortLE(base + offset);
    }

    /** 32 bits at an offset of the slot. */
    public int i32(int offset) {
        byte[] bytes = array;
        return bytes != null ? LittleEndian.getInt(bytes, start + offset) : buffer.getIntLE(base + offset);
    }

    /** Unsigned 32-bit number at an offset of the slot. */
    public long u32(int offset) {
        return i32(offset) & 0xFFFF_FFFFL;
    }

    /** 64 bits at an offset of the slot. */
    public long i64(int offset) {
        byte[] bytes = array;
        return bytes != null ? LittleEndian.getLong(bytes, start + offset) : buffer.getLongLE(base + offset);
    }

    /** Stores the low 8 bits. */
    public Slot setU8(int offset, int value) {
        buffer.setByte(base + offset, value);
        return this;
    }

    /** Stores the low 16 bits. */
    public Slot setU16(int offset, int value) {
        buffer.setShortLE(base + offset, value);
        return this;
    }

    /** Stores 32 bits. */
    public Slot setI32(int offset, int value) {
        buffer.setIntLE(base + offset, value);
        return this;
    }

    /** Stores 64 bits. */
    public Slot setI64(int offset, long value) {
        buffer.setLongLE(base + offset, value);
        return this;
    }

    /** Zeroes the 64 bytes. */
    public Slot clear() {
        buffer.setZero(base, BYTES);
        return this;
    }

    /** Sets the wait: mode, index and threshold. */
    public Slot setWait(WaitMode mode, int index, int threshold) {
        return setU8(WAIT_MODE, mode.code()).setU8(WAIT_INDEX, index).setI32(SEMAPHORE_VALUE, threshold);
    }

    /** Sets the update: mode and index. An update with an operand takes it from {@link #SEMAPHORE_VALUE}. */
    public Slot setUpdate(UpdateMode mode, int index) {
        return setU8(UPDATE_MODE, mode.code()).setU8(UPDATE_INDEX, index);
    }

    /** Copies the 64 bytes out. */
    public byte[] toBytes() {
        byte[] bytes = new byte[BYTES];
        buffer.getBytes(base, bytes);
        return bytes;
    }

    /** Copies the 64 bytes to the writer index of a buffer. */
    public void writeTo(ByteBuf target) {
        target.writeBytes(buffer, base, BYTES);
    }
}
