package io.nrt4j.loader.image;

import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.CompareOp;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.NotificationKind;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.OrderingMode;
import io.nrt4j.hal.isa.RangeClearMode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;

/**
 * The control slots that the runtime itself writes, each with exactly the bytes of the real images.
 *
 * <p>Source: image-assembly.md §6, §9; the layouts are those of isa-encodings.md §4.
 */
final class RuntimeSlots {
    /** Byte 12 and 13 of WRITE: bytes of the first and of the second value. */
    private static final int WRITE_SIZE = 12;

    private static final int WRITE_SECOND_SIZE = 13;
    private static final int WRITE_ADDRESS = 16;
    private static final int WRITE_SECOND_ADDRESS = 24;
    private static final int WRITE_VALUE = 32;
    private static final int WRITE_SECOND_VALUE = 40;
    private static final int WORD = 4;

    private static final int MEM_DTYPE = 12;
    private static final int MEM_SOURCE = 13;
    private static final int MEM_COUNT0 = 14;
    private static final int MEM_COUNT1 = 15;
    static final int MEM_ADDRESS = 16;
    private static final int MEM_STEP0 = 24;
    private static final int MEM_STEP1 = 28;
    private static final int MEM_DATA = 32;
    private static final int MEM_IMMEDIATE = 1;

    private static final int BRANCH_COMPARE = 12;
    private static final int BRANCH_DTYPE = 13;
    private static final int BRANCH_KIND = 14;
    private static final int BRANCH_LEFT = 32;
    private static final int BRANCH_TARGET_LOW = 34;
    private static final int BRANCH_TARGET_HIGH = 35;
    /** u64: signed distance in bytes from the branch, modulo 2^32. */
    static final int BRANCH_TARGET = 48;

    private static final int KIND_REGISTER = 1;
    private static final int KIND_IMMEDIATE = 3;
    private static final int HINT_TAKEN = 2;

    private static final int NOTIFY_HINT = 36;
    private static final int NOTIFY_KIND = 39;
    /** Trace mode "on start" and bit 3, as in every NOTIFY of the images. */
    private static final int NOTIFY_TRACE = 0x09;

    private RuntimeSlots() {}

    /** An explicit notification with a hint: 2 inference start, 3 done, 7 and 8 model switch start and end. */
    static Slot notify(int hint) {
        return notify(hint, NotificationKind.EXPLICIT);
    }

    private static Slot notify(int hint, NotificationKind kind) {
        return Slot.create(Opcode.NOTIFY)
                .setU8(Slot.DEBUG_COMMAND, NOTIFY_TRACE)
                .setU8(NOTIFY_HINT, hint)
                .setU8(NOTIFY_KIND, kind.code());
    }

    /** The notification of a failed bound check: hint 6, kind 2. */
    static Slot notifyBoundCheck() {
        return notify(6, NotificationKind.BOUND_CHECK).setU8(44, 5).setU8(47, 1);
    }

    static Slot order(OrderingMode mode) {
        return Slot.create(Opcode.SET_ORDERING_MODE).setU8(Slot.OPERANDS, mode.code());
    }

    static Slot drain() {
        return Slot.create(Opcode.DRAIN);
    }

    /** The drain that opens the postamble. */
    static Slot fullDrain() {
        return drain().setU8(40, 1);
    }

    static Slot halt() {
        return Slot.create(Opcode.HALT);
    }

    /** The halt of sunda's older images, which notifies. */
    static Slot haltAndNotify() {
        return halt().setU8(NOTIFY_HINT, 1).setU8(NOTIFY_KIND, NotificationKind.EXPLICIT.code());
    }

    private static Slot nop() {
        return Slot.create(Opcode.NOP).setI32(Slot.OPERANDS, 1);
    }

    /** Waits until an event is set, and clears it. */
    static Slot awaitEvent(int event) {
        return nop().setWait(WaitMode.EVT_SET_THEN_CLEAR, event, 0);
    }

    static Slot setEvent(int event) {
        return nop().setUpdate(UpdateMode.EVT_SET_COMPLETE, event);
    }

    /** A semaphore wait and a semaphore update, each with a value of its own. */
    static Slot eventSemaphore(
            WaitMode wait, int waitIndex, int threshold, UpdateMode update, int updateIndex, int operand) {
        return Slot.create(Opcode.EVENT_SEMAPHORE)
                .setU8(32, wait.code())
                .setU8(33, waitIndex)
                .setU8(34, update.code())
                .setU8(35, updateIndex)
                .setI32(36, threshold)
                .setI32(40, operand);
    }

    static Slot write(long address, long value) {
        return Slot.create(Opcode.WRITE)
                .setU8(WRITE_SIZE, WORD)
                .setI64(WRITE_ADDRESS, address)
                .setI64(WRITE_VALUE, value);
    }

    static Slot write(long address, long value, long secondAddress, long secondValue) {
        return write(address, value)
                .setU8(WRITE_SECOND_SIZE, WORD)
                .setI64(WRITE_SECOND_ADDRESS, secondAddress)
                .setI64(WRITE_SECOND_VALUE, secondValue);
    }

    private static Slot memory(Opcode opcode, long address, int count0, int count1) {
        return Slot.create(opcode)
                .setU8(MEM_DTYPE, Dtype.UINT32.code())
                .setU8(MEM_COUNT0, count0)
                .setU8(MEM_COUNT1, count1)
                .setI64(MEM_ADDRESS, address);
    }

    /** Loads a word into a register. */
    static Slot load(int register, long address) {
        return memory(Opcode.TENSOR_LOAD, address, 1, 1).setU8(MEM_DATA, register);
    }

    /** Loads two neighbouring words into two neighbouring registers. */
    static Slot loadPair(int register, long address) {
        return memory(Opcode.TENSOR_LOAD, address, 2, 1)
                .setI32(MEM_STEP0, 1)
                .setU8(MEM_DATA, register)
                .setU8(MEM_DATA + 1, register + 1);
    }

    static Slot storeRegister(int register, long address) {
        return memory(Opcode.TENSOR_STORE, address, 1, 1).setU8(MEM_DATA, register);
    }

    /**
     * Stores immediate words at strided places, the first dimension counting fastest.
     *
     * @param step0 words between two values of the first dimension
     * @param step1 words between two groups
     * @param words count0 times count1 values, at most 8
     */
    static Slot storeWords(long address, int count0, int count1, int step0, int step1, int... words) {
        if (words.length != count0 * count1) {
            throw new IllegalArgumentException(words.length + " words for " + count0 + " x " + count1);
        }
        Slot slot = memory(Opcode.TENSOR_STORE, address, count0, count1)
                .setU8(MEM_SOURCE, MEM_IMMEDIATE)
                .setI32(MEM_STEP0, step0)
                .setI32(MEM_STEP1, step1);
        for (int i = 0; i < words.length; i++) {
            slot.setI32(MEM_DATA + WORD * i, words[i]);
        }
        return slot;
    }

    /** Branches when a register is zero; the distance is set later. */
    static Slot branchIfZero(int register) {
        return branchIfZero(register, Dtype.INT32);
    }

    /** The variant of the bound check: unsigned comparison, hinted as taken. */
    static Slot branchIfZeroUnsigned(int register) {
        return branchIfZero(register, Dtype.UINT32).setU8(Slot.DEBUG_HINT, HINT_TAKEN);
    }

    private static Slot branchIfZero(int register, Dtype type) {
        return Slot.create(Opcode.COMPARE_BRANCH)
                .setU8(BRANCH_COMPARE, CompareOp.EQ.code())
                .setU8(BRANCH_DTYPE, type.code())
                .setU8(BRANCH_KIND, KIND_IMMEDIATE)
                .setU8(BRANCH_LEFT, register);
    }

    /** Branches always; the distance is set later. */
    static Slot branch() {
        return Slot.create(Opcode.COMPARE_BRANCH)
                .setU8(Slot.DEBUG_HINT, HINT_TAKEN)
                .setU8(BRANCH_KIND, KIND_IMMEDIATE);
    }

    /** Branches to the address in two registers. */
    static Slot branchToRegister(int low, int high) {
        return Slot.create(Opcode.COMPARE_BRANCH)
                .setU8(BRANCH_KIND, KIND_REGISTER)
                .setU8(BRANCH_TARGET_LOW, low)
                .setU8(BRANCH_TARGET_HIGH, high);
    }

    /** Sets the distance of a branch, in bytes from the branch itself; negative goes back. */
    static Slot setDistance(Slot branch, long bytes) {
        return branch.setI64(BRANCH_TARGET, bytes & 0xFFFF_FFFFL);
    }

    /** Zeroes the semaphores from first to last. */
    static Slot clearSemaphores(int first, int last) {
        return Slot.create(Opcode.EVENT_SEMAPHORE_RANGE_CLEAR)
                .setU8(12, RangeClearMode.RANGE.code())
                .setU8(13, first)
                .setU8(14, last);
    }

    /** Result := source op immediate 0, of int32. */
    static Slot aluImmediateZero(AluOp op, int source, int result) {
        return alu(op, Dtype.INT32, 1, source, result);
    }

    /** Result := first op second, of uint32 registers. */
    static Slot aluRegisters(AluOp op, int first, int second, int result) {
        return alu(op, Dtype.UINT32, 0, first, result).setU8(18, second);
    }

    private static Slot alu(AluOp op, Dtype type, int immediate, int source, int result) {
        return Slot.create(Opcode.ALU_OP)
                .setU8(12, op.code())
                .setU8(13, type.code())
                .setU8(14, immediate)
                .setU8(16, source)
                .setU8(20, result);
    }

    /** Makes POOL install a staged library on all its cores. */
    static Slot loadLibrary(long address, int size) {
        return Slot.create(Opcode.MODIFY_POOL_CONFIG)
                .setU8(12, 1)
                .setU8(13, 0xFF)
                .setI64(16, address)
                .setI32(28, size);
    }

    /** Makes POOL drop its libraries. */
    static Slot unloadLibraries() {
        return Slot.create(Opcode.MODIFY_POOL_CONFIG).setU8(12, 2).setU8(13, 0xFF);
    }

    /** Register := immediate, of uint32. */
    static Slot moveImmediate(int register, int value) {
        return Slot.create(Opcode.MOVE)
                .setU8(12, 1)
                .setU8(13, Dtype.UINT32.code())
                .setU8(14, 1)
                .setU8(24, register)
                .setI32(32, value);
    }
}
