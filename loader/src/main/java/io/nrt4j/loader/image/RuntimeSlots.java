package io.nrt4j.loader.image;

import io.netty.buffer.Unpooled;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Bytes;
import io.nrt4j.hal.isa.CompareOp;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.ControlOperands.CompareBranch;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.NotificationKind;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Operands;
import io.nrt4j.hal.isa.OrderingMode;
import io.nrt4j.hal.isa.PoolOperands;
import io.nrt4j.hal.isa.RangeClearMode;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.WaitMode;

/**
 * The control slots that the runtime itself writes, each with exactly the bytes of the real images.
 *
 * <p>Source: image-assembly.md §6, §9.
 */
final class RuntimeSlots {
    /** u64 of COMPARE_BRANCH and of its relatives: a label in the NEFF, a distance in the image. */
    static final int BRANCH_TARGET = 48;

    /** The layouts used here are the same from v2 on. */
    private static final Generation ANY = Generation.V3;

    private static final int WORD = 4;
    /** Trace mode "on start" and bit 3, as in every NOTIFY of the images. */
    private static final int NOTIFY_TRACE = 0x09;

    private static final int HINT_TAKEN = 2;
    private static final int ALL_CORES = 0xFF;
    private static final Bytes NO_MASK = Bytes.of(new byte[32]);

    private RuntimeSlots() {}

    private static Slot slot(Opcode opcode, Events events, Operands operands) {
        Slot slot = Slot.at(Unpooled.wrappedBuffer(new byte[Slot.BYTES]), 0);
        Instruction.of(ANY, opcode, events, operands).encode(slot);
        return slot;
    }

    private static Slot plain(Opcode opcode, Events events, int cycles, int hint, NotificationKind kind, int drains) {
        return slot(opcode, events, new ControlOperands.Plain(cycles, 0, hint, kind.code(), drains));
    }

    /** An explicit notification, see {@link Notification}. */
    static Slot notify(int hint) {
        return notify(hint, NotificationKind.EXPLICIT);
    }

    private static Slot notify(int hint, NotificationKind kind) {
        return plain(Opcode.NOTIFY, Events.NONE, 0, hint, kind, 0).setU8(Slot.DEBUG_COMMAND, NOTIFY_TRACE);
    }

    /** The notification of a failed bound check; what bytes 44 and 47 mean is not known. */
    static Slot notifyBoundCheck() {
        return notify(Notification.BOUND_CHECK_FAILED, NotificationKind.BOUND_CHECK)
                .setU8(44, 5)
                .setU8(47, 1);
    }

    static Slot order(OrderingMode mode) {
        return slot(Opcode.SET_ORDERING_MODE, Events.NONE, new ControlOperands.SetOrderingMode(mode.code()));
    }

    static Slot drain() {
        return plain(Opcode.DRAIN, Events.NONE, 0, 0, NotificationKind.NONE, 0);
    }

    /** The drain that opens the postamble. */
    static Slot fullDrain() {
        return plain(Opcode.DRAIN, Events.NONE, 0, 0, NotificationKind.NONE, 1);
    }

    static Slot halt() {
        return plain(Opcode.HALT, Events.NONE, 0, 0, NotificationKind.NONE, 0);
    }

    /** The halt of sunda's older images, which notifies. */
    static Slot haltAndNotify(Events events) {
        return plain(Opcode.HALT, events, 0, Notification.HALTED, NotificationKind.EXPLICIT, 0);
    }

    /** A NOP of one cycle. */
    static Slot nop(Events events) {
        return nop(events, 1);
    }

    static Slot nop(Events events, int cycles) {
        return slot(
                Opcode.NOP,
                events,
                new ControlOperands.Plain(Integer.toUnsignedLong(cycles), 0, 0, NotificationKind.NONE.code(), 0));
    }

    /** Waits until an event is set, and clears it. */
    static Slot awaitEvent(int event) {
        return nop(Events.waitFor(WaitMode.EVT_SET_THEN_CLEAR, event, 0));
    }

    static Slot setEvent(int event) {
        return nop(Events.update(UpdateMode.EVT_SET_COMPLETE, event, 0));
    }

    /** A semaphore wait and a semaphore update, each with a value of its own. */
    static Slot eventSemaphore(
            WaitMode wait, int waitIndex, int threshold, UpdateMode update, int updateIndex, int operand) {
        return slot(
                Opcode.EVENT_SEMAPHORE,
                Events.NONE,
                new ControlOperands.EventSemaphore(
                        0, wait.code(), waitIndex, update.code(), updateIndex, threshold, operand));
    }

    static Slot write(long address, long value) {
        return write(address, value, Events.NONE);
    }

    static Slot write(long address, long value, Events events) {
        return slot(Opcode.WRITE, events, new ControlOperands.Write(WORD, 0, address, 0, value, 0));
    }

    static Slot write(long address, long value, long secondAddress, long secondValue) {
        return slot(
                Opcode.WRITE,
                Events.NONE,
                new ControlOperands.Write(WORD, WORD, address, secondAddress, value, secondValue));
    }

    private static Slot memory(
            Opcode opcode, int source, int count0, int count1, long address, int step0, int step1, Bytes data) {
        return slot(
                opcode,
                Events.NONE,
                new ControlOperands.Memory2d(
                        Dtype.UINT32.code(), source, count0, count1, new DmaAddress(address), step0, step1, data));
    }

    private static Bytes registers(int... numbers) {
        byte[] data = new byte[32];
        for (int i = 0; i < numbers.length; i++) {
            data[i] = (byte) numbers[i];
        }
        return Bytes.of(data);
    }

    /** Loads a word into a register. */
    static Slot load(int register, long address) {
        return memory(Opcode.TENSOR_LOAD, 0, 1, 1, address, 0, 0, registers(register));
    }

    /** Loads two neighbouring words into two neighbouring registers. */
    static Slot loadPair(int register, long address) {
        return memory(Opcode.TENSOR_LOAD, 0, 2, 1, address, 1, 0, registers(register, register + 1));
    }

    static Slot storeRegister(int register, long address) {
        return memory(Opcode.TENSOR_STORE, 0, 1, 1, address, 0, 0, registers(register));
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
        byte[] data = new byte[32];
        Slot packed = Slot.at(Unpooled.wrappedBuffer(new byte[Slot.BYTES]), 0);
        for (int i = 0; i < words.length; i++) {
            packed.setI32(WORD * i, words[i]);
        }
        System.arraycopy(packed.toBytes(), 0, data, 0, data.length);
        return memory(Opcode.TENSOR_STORE, 1, count0, count1, address, step0, step1, Bytes.of(data));
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
        return slot(
                Opcode.COMPARE_BRANCH,
                Events.NONE,
                new CompareBranch(
                        CompareOp.EQ.code(), type.code(), CompareBranch.TARGET_IN_SLOT, 0, register, 0, 0, 0, 0));
    }

    /** Branches always; the distance is set later. */
    static Slot branch() {
        return slot(
                        Opcode.COMPARE_BRANCH,
                        Events.NONE,
                        new CompareBranch(0, 0, CompareBranch.TARGET_IN_SLOT, 0, 0, 0, 0, 0, 0))
                .setU8(Slot.DEBUG_HINT, HINT_TAKEN);
    }

    /** Branches to the address in two registers. */
    static Slot branchToRegister(int low, int high) {
        return slot(
                Opcode.COMPARE_BRANCH,
                Events.NONE,
                new CompareBranch(0, 0, CompareBranch.TARGET_IN_REGISTERS, 0, 0, 0, low, high, 0));
    }

    /** Sets the distance of a branch, in bytes from the branch itself; negative goes back. */
    static Slot setDistance(Slot branch, long bytes) {
        return branch.setI64(BRANCH_TARGET, bytes & 0xFFFF_FFFFL);
    }

    /** Zeroes the semaphores from first to last. */
    static Slot clearSemaphores(int first, int last) {
        return slot(
                Opcode.EVENT_SEMAPHORE_RANGE_CLEAR,
                Events.NONE,
                new ControlOperands.RangeClear(RangeClearMode.RANGE.code(), first, last, NO_MASK));
    }

    /** Result := source op immediate 0, of int32. */
    static Slot aluImmediateZero(AluOp op, int source, int result) {
        return alu(new ControlOperands.AluRegister(op.code(), Dtype.INT32.code(), 1, source, 0, result, 0));
    }

    /** Result := first op second, of uint32 registers. */
    static Slot aluRegisters(AluOp op, int first, int second, int result) {
        return alu(new ControlOperands.AluRegister(op.code(), Dtype.UINT32.code(), 0, first, second, result, 0));
    }

    private static Slot alu(ControlOperands.AluRegister operands) {
        return slot(Opcode.ALU_OP, Events.NONE, operands);
    }

    /** Makes POOL install a staged library on all its cores. */
    static Slot loadLibrary(StagedLibrary library) {
        return poolConfig(1, library.address(), library.size());
    }

    /** Makes POOL drop its libraries. */
    static Slot unloadLibraries() {
        return poolConfig(2, 0, 0);
    }

    private static Slot poolConfig(int operation, long address, int size) {
        return slot(
                Opcode.MODIFY_POOL_CONFIG,
                Events.NONE,
                new PoolOperands.ModifyPoolConfig(operation, ALL_CORES, address, 0, size));
    }

    /** Register := immediate, of uint32. */
    static Slot moveImmediate(int register, int value) {
        return slot(Opcode.MOVE, Events.NONE, ControlOperands.Move.immediate(register, value));
    }

    /** Two neighbouring registers := the halves of an immediate, of uint32. */
    static Slot moveImmediatePair(int register, long value) {
        byte[] destinations = new byte[8];
        destinations[0] = (byte) register;
        destinations[1] = (byte) (register + 1);
        byte[] immediates = new byte[32];
        for (int i = 0; i < Long.BYTES; i++) {
            immediates[i] = (byte) (value >>> (Byte.SIZE * i));
        }
        return slot(
                Opcode.MOVE,
                Events.NONE,
                new ControlOperands.Move(
                        2,
                        Dtype.UINT32.code(),
                        1,
                        Bytes.of(new byte[8]),
                        Bytes.of(destinations),
                        Bytes.of(immediates)));
    }
}
