package io.nrt4j.hal.isa;

import java.util.Optional;

/**
 * What a slot does to a semaphore or an event (slot byte 6): the low nibble says what, bit 4 when (0 as soon as the
 * operands are read, 1 when the instruction is complete), bit 7 that the operand is a register.
 *
 * <p>Source: isa.md §2.2.
 */
public enum UpdateMode implements WireCode {
    NONE(0x00, Action.NOTHING),
    SEM_INC_READ(0x03, Action.INCREMENT),
    SEM_DEC_READ(0x04, Action.DECREMENT),
    SEM_ADD_IMM_READ(0x05, Action.ADD),
    EVT_SET_COMPLETE(0x11, Action.EVENT_SET),
    EVT_CLEAR_COMPLETE(0x12, Action.EVENT_CLEAR),
    SEM_INC_COMPLETE(0x13, Action.INCREMENT),
    SEM_DEC_COMPLETE(0x14, Action.DECREMENT),
    SEM_ADD_IMM_COMPLETE(0x15, Action.ADD),
    SEM_SUB_IMM_COMPLETE(0x17, Action.SUBTRACT),
    SEM_WR_IMM_COMPLETE(0x19, Action.WRITE),
    SEM_WR_REG_COMPLETE(0x99, Action.WRITE);

    /** What happens, apart from when and with which operand. */
    public enum Action {
        NOTHING,
        EVENT_SET,
        EVENT_CLEAR,
        INCREMENT,
        DECREMENT,
        ADD,
        SUBTRACT,
        WRITE;

        /** Whether the value field takes part. */
        public boolean takesValue() {
            return this == ADD || this == SUBTRACT || this == WRITE;
        }

        /** Whether the index byte counts events, not semaphores. */
        public boolean isOnEvent() {
            return this == EVENT_SET || this == EVENT_CLEAR;
        }
    }

    private static final int AT_COMPLETION = 0x10;
    private static final int REGISTER_OPERAND = 0x80;
    private static final CodeTable<UpdateMode> CODES = CodeTable.of(values());

    private final int code;
    private final Action action;

    UpdateMode(int code, Action action) {
        this.code = code;
        this.action = action;
    }

    /** The mode of a byte, or empty for one that the sheets do not define. Allocates nothing. */
    public static Optional<UpdateMode> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    public Action action() {
        return action;
    }

    /** Whether it happens at completion; else as soon as the operands are read. */
    public boolean isAtCompletion() {
        return (code & AT_COMPLETION) != 0;
    }

    /** Whether the operand is the register whose number is in the value field. */
    public boolean takesRegister() {
        return (code & REGISTER_OPERAND) != 0;
    }

    /**
     * The semaphore's next value.
     *
     * @param semaphore the present value
     * @param operand the value field or the register's content; ignored unless {@link Action#takesValue()}
     */
    public int apply(int semaphore, int operand) {
        return switch (action) {
            case INCREMENT -> semaphore + 1;
            case DECREMENT -> semaphore - 1;
            case ADD -> semaphore + operand;
            case SUBTRACT -> semaphore - operand;
            case WRITE -> operand;
            case NOTHING, EVENT_SET, EVENT_CLEAR -> semaphore;
        };
    }

    @Override
    public String text() {
        return name();
    }
}
