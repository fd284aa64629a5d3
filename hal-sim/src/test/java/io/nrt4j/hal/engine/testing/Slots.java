package io.nrt4j.hal.engine.testing;

import io.nrt4j.hal.engine.sequencer.Notification;
import io.nrt4j.hal.isa.AccessPattern;
import io.nrt4j.hal.isa.AluOp;
import io.nrt4j.hal.isa.Bytes;
import io.nrt4j.hal.isa.CompareOp;
import io.nrt4j.hal.isa.ControlOperands;
import io.nrt4j.hal.isa.DmaAddress;
import io.nrt4j.hal.isa.DmaOperands;
import io.nrt4j.hal.isa.DmaPattern;
import io.nrt4j.hal.isa.Dtype;
import io.nrt4j.hal.isa.Events;
import io.nrt4j.hal.isa.Generation;
import io.nrt4j.hal.isa.Instruction;
import io.nrt4j.hal.isa.Opcode;
import io.nrt4j.hal.isa.Operands;
import io.nrt4j.hal.isa.Slot;
import io.nrt4j.hal.isa.UpdateMode;
import io.nrt4j.hal.isa.VectorOperands;
import io.nrt4j.hal.isa.WaitMode;

/** Slots of loaded programs, as the tests of the machine need them. */
public final class Slots {
    private static final Generation GENERATION = Generation.V3;

    private Slots() {}

    /** An instruction without events. */
    public static Slot of(Opcode opcode, Operands operands) {
        Slot slot = Slot.create(opcode);
        Instruction.of(GENERATION, opcode, Events.NONE, operands).encode(slot);
        return slot;
    }

    /** Does nothing. */
    public static Slot nop() {
        return Slot.create(Opcode.NOP);
    }

    /** Waits until a semaphore has reached a value. */
    public static Slot await(int semaphore, int atLeast) {
        return nop().setWait(WaitMode.SEM_GE_IMM, semaphore, atLeast);
    }

    /** Adds one to a semaphore. */
    public static Slot signal(int semaphore) {
        return nop().setUpdate(UpdateMode.SEM_INC_COMPLETE, semaphore);
    }

    /** Ends the inference of an engine. */
    public static Slot end() {
        return notify(Notification.END);
    }

    /** Sends a hint to the host. */
    public static Slot notify(int hint) {
        return of(Opcode.NOTIFY, new ControlOperands.Plain(0, 0, hint, 0, 0));
    }

    /** Stops the engine. */
    public static Slot halt() {
        return Slot.create(Opcode.HALT);
    }

    /** Sets a register. */
    public static Slot move(int register, int value) {
        return of(Opcode.MOVE, ControlOperands.Move.immediate(register, value));
    }

    /** {@code result = source op immediate} on 32-bit registers. */
    public static Slot alu(AluOp op, Dtype type, int result, int source, int immediate) {
        return of(
                Opcode.ALU_OP,
                new ControlOperands.AluRegister(op.code(), type.code(), 1, source, 0, result, immediate));
    }

    /** A branch by a comparison with an immediate. */
    public static Slot branch(CompareOp comparison, Dtype type, int left, int immediate, int slots) {
        return of(
                Opcode.COMPARE_BRANCH,
                new ControlOperands.CompareBranch(
                        comparison.code(),
                        type.code(),
                        ControlOperands.CompareBranch.TARGET_IN_SLOT,
                        immediate,
                        left,
                        0,
                        0,
                        0,
                        slots * (long) Slot.BYTES & 0xFFFF_FFFFL));
    }

    /** Stores a word at a device address. */
    public static Slot write(long address, int value) {
        return of(Opcode.WRITE, new ControlOperands.Write(4, 0, address, 0, Integer.toUnsignedLong(value), 0));
    }

    /** Loads words from device memory into consecutive registers. */
    public static Slot load(long address, int register, int count) {
        byte[] registers = new byte[32];
        for (int i = 0; i < count; i++) {
            registers[i] = (byte) (register + i);
        }
        return of(
                Opcode.TENSOR_LOAD,
                new ControlOperands.Memory2d(
                        Dtype.UINT32.code(), 0, count, 1, DmaAddress.ofAbsolute(address), 1, 1, Bytes.of(registers)));
    }

    /** Fills elements of one partition's start in a number of partitions with raw bits. */
    public static Slot memset(int address, Dtype type, int elements, int channels, int bits) {
        return of(
                Opcode.MEMSET,
                new VectorOperands.Memset(elements, type.code(), channels, 0, bits, row(address, elements)));
    }

    /** Copies elements of one type. */
    public static Slot copy(int source, int destination, Dtype type, int elements, int channels) {
        return of(
                Opcode.COPY,
                new VectorOperands.TensorReduce(
                        row(source, elements),
                        type.code(),
                        type.code(),
                        channels,
                        0,
                        0,
                        0,
                        0,
                        row(destination, elements)));
    }

    /** A pattern of consecutive elements. */
    public static AccessPattern row(int address, int elements) {
        return AccessPattern.of(address, new int[] {1, 0, 0, 0}, new int[] {elements, 1, 1, 1});
    }

    /** A dynamic copy of runs; both sides have consecutive runs of equal size. */
    public static Slot dynamicCopy(DmaAddress from, DmaAddress to, int runs, int runBytes, int semaphore) {
        DmaPattern pattern = new DmaPattern(runBytes, 0, runs, 1);
        return of(
                Opcode.DMAMEMCPY,
                new DmaOperands.Direct2d(
                        0,
                        semaphore,
                        16,
                        0,
                        from,
                        pattern,
                        runBytes,
                        0,
                        0,
                        to,
                        pattern,
                        runBytes,
                        Dtype.UINT8.code(),
                        Dtype.UINT8.code()));
    }
}
