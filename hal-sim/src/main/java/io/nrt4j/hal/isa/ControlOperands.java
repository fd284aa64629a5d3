package io.nrt4j.hal.isa;

import static io.nrt4j.hal.isa.FieldType.ADDR8;
import static io.nrt4j.hal.isa.FieldType.ADDRESS64;
import static io.nrt4j.hal.isa.FieldType.ALU_OP;
import static io.nrt4j.hal.isa.FieldType.BYTES;
import static io.nrt4j.hal.isa.FieldType.COMPARE_OP;
import static io.nrt4j.hal.isa.FieldType.DTYPE;
import static io.nrt4j.hal.isa.FieldType.I32;
import static io.nrt4j.hal.isa.FieldType.NOTIFICATION_KIND;
import static io.nrt4j.hal.isa.FieldType.ORDERING_MODE;
import static io.nrt4j.hal.isa.FieldType.RANGE_CLEAR_MODE;
import static io.nrt4j.hal.isa.FieldType.RAW32;
import static io.nrt4j.hal.isa.FieldType.REGISTER;
import static io.nrt4j.hal.isa.FieldType.SEMAPHORE;
import static io.nrt4j.hal.isa.FieldType.U32;
import static io.nrt4j.hal.isa.FieldType.U64;
import static io.nrt4j.hal.isa.FieldType.UPDATE_MODE;
import static io.nrt4j.hal.isa.FieldType.WAIT_MODE;

/**
 * Operands of the sequencers.
 *
 * <p>Source: isa.md §5.4, §5.9-5.11, isa-encodings.md §4, image-assembly.md §6.
 */
public sealed interface ControlOperands extends Operands {
    /**
     * {@code CTRL_NO}: what the plain control instructions carry beside their events.
     *
     * @param cycles of a NOP
     * @param tableSelect of an activation table load: index into {@code activation_function_sets}
     * @param hint of a notification
     * @param kind of a notification, {@link NotificationKind} code
     * @param drainCount of a DRAIN; 1 is a full drain
     */
    record Plain(
            @At(value = 12, type = U32) long cycles,
            @At(35) int tableSelect,
            @At(36) int hint,
            @At(value = 39, type = NOTIFICATION_KIND) int kind,
            @At(40) int drainCount)
            implements ControlOperands {}

    /**
     * {@code CTRL_ES}: a second wait, and an update with a value of its own. Both waits must hold.
     *
     * @param waitValue threshold of the second wait, u32 bits
     * @param updateValue operand of the update, u32 bits
     */
    record EventSemaphore(
            @At(value = 12, type = U32) long setterSignature,
            @At(value = 32, type = WAIT_MODE) int waitMode,
            @At(33) int waitIndex,
            @At(value = 34, type = UPDATE_MODE) int updateMode,
            @At(35) int updateIndex,
            @At(value = 36, type = I32) int waitValue,
            @At(value = 40, type = I32) int updateValue)
            implements ControlOperands {
        /** The second event block, in the shape of the slot's own. Its update takes {@link #updateValue}. */
        public Events second() {
            return new Events(waitMode, waitIndex, updateMode, updateIndex, waitValue);
        }
    }

    /**
     * {@code WRITE}: one or two immediate stores to device addresses.
     *
     * @param size0 bytes of the first store, 4
     * @param size1 bytes of the second store, 0 where there is none
     */
    record Write(
            @At(12) int size0,
            @At(13) int size1,
            @At(value = 16, type = ADDRESS64) long address0,
            @At(value = 24, type = ADDRESS64) long address1,
            @At(value = 32, type = ADDRESS64) long value0,
            @At(value = 40, type = ADDRESS64) long value1)
            implements ControlOperands {
        /** Whether there are two stores. */
        public boolean isPair() {
            return size1 != 0;
        }
    }

    /** {@code mode@12}: how strictly the sequencer keeps order. */
    record SetOrderingMode(
            @At(value = 12, type = ORDERING_MODE) int mode) implements ControlOperands {}

    /**
     * {@code CTRL_MV}: moves to registers.
     *
     * @param moves number of moves, 1 to 8
     * @param source 0 register, 1 immediate
     * @param sources eight register numbers
     * @param destinations eight register numbers
     * @param immediates eight words
     */
    record Move(
            @At(12) int moves,
            @At(value = 13, type = DTYPE) int dtype,
            @At(14) int source,
            @At(value = 16, type = BYTES, length = 8) Bytes sources,
            @At(value = 24, type = BYTES, length = 8) Bytes destinations,
            @At(value = 32, type = BYTES, length = 32) Bytes immediates)
            implements ControlOperands {
        /** One move of a register-to-register or immediate-to-register word, the form that programs use. */
        public static Move immediate(int register, int value) {
            byte[] destinations = new byte[8];
            destinations[0] = (byte) register;
            byte[] immediates = new byte[32];
            for (int i = 0; i < Integer.BYTES; i++) {
                immediates[i] = (byte) (value >>> (Byte.SIZE * i));
            }
            return new Move(
                    1, Dtype.UINT32.code(), 1, Bytes.of(new byte[8]), Bytes.of(destinations), Bytes.of(immediates));
        }
    }

    /**
     * {@code CTRL_AL}: {@code result = source op (immediate or second source)} on registers.
     *
     * @param kind 1: the second operand is the immediate; 0: a register
     */
    record AluRegister(
            @At(value = 12, type = ALU_OP) int op,
            @At(value = 13, type = DTYPE) int dtype,
            @At(14) int kind,
            @At(value = 16, type = REGISTER) int source0,
            @At(value = 18, type = REGISTER) int source1,
            @At(value = 20, type = REGISTER) int result,
            @At(value = 24, type = RAW32) int immediate)
            implements ControlOperands {}

    /**
     * {@code CTRL_BR}.
     *
     * @param kind 3 target in the slot, 1 target in two registers
     * @param target in a NEFF the id of a label; loaded the signed distance in bytes from this slot, modulo 2^32
     */
    record CompareBranch(
            @At(value = 12, type = COMPARE_OP) int comparison,
            @At(value = 13, type = DTYPE) int dtype,
            @At(14) int kind,
            @At(value = 16, type = I32) int immediate,
            @At(value = 32, type = REGISTER) int left,
            @At(value = 33, type = REGISTER) int right,
            @At(value = 34, type = REGISTER) int targetLow,
            @At(value = 35, type = REGISTER) int targetHigh,
            @At(value = 48, type = U64) long target)
            implements ControlOperands {
        /** {@link #kind} of a branch whose target stands in the slot. */
        public static final int TARGET_IN_SLOT = 3;
        /** {@link #kind} of a branch whose target stands in two registers. */
        public static final int TARGET_IN_REGISTERS = 1;
    }

    /**
     * {@code MEM_2D}: loads registers from memory, or stores registers or immediates.
     *
     * @param dataSource 0 registers, 1 immediates
     * @param address absolute
     * @param step0 in elements
     * @param data 32 register numbers, or packed immediates
     */
    record Memory2d(
            @At(value = 12, type = DTYPE) int dtype,
            @At(13) int dataSource,
            @At(14) int count0,
            @At(15) int count1,
            @At(value = 16, type = ADDR8) DmaAddress address,
            @At(value = 24, type = I32) int step0,
            @At(value = 28, type = I32) int step1,
            @At(value = 32, type = BYTES, length = 32) Bytes data)
            implements ControlOperands {}

    /**
     * {@code CTRL_ER}: zeroes semaphores.
     *
     * @param last inclusive
     * @param mask of the bit-mask mode: bit {@code id & 31} of word {@code id >> 5}
     */
    record RangeClear(
            @At(value = 12, type = RANGE_CLEAR_MODE) int mode,
            @At(value = 13, type = SEMAPHORE) int first,
            @At(value = 14, type = SEMAPHORE) int last,
            @At(value = 32, type = BYTES, length = 32) Bytes mask)
            implements ControlOperands {}

    /** {@code CTRL_POLL_SEM}: reads up to 16 semaphores of other cores. */
    record PollSemaphores(
            @At(12) int reads,
            @At(value = 13, type = REGISTER) int result,
            @At(value = 14, type = ALU_OP) int op,
            @At(value = 16, type = ADDRESS64) long address,
            @At(value = 24, type = ADDRESS64) long writeBack)
            implements ControlOperands {}

    /** Events and nothing else. */
    record EventsOnly() implements ControlOperands {}
}
