package io.nrt4j.hal.isa;

import java.util.Optional;

/**
 * The condition under which a slot may issue (slot byte 4).
 *
 * <p>Source: isa.md §2.1. The modes with {@code REG} take the threshold from the register whose number is in the
 * value field.
 */
public enum WaitMode implements WireCode {
    NONE(0x00, Subject.NOTHING, ""),
    SEM_EQ_IMM(0x01, Subject.SEMAPHORE, "=="),
    SEM_LT_IMM(0x02, Subject.SEMAPHORE, "<"),
    SEM_LE_IMM(0x03, Subject.SEMAPHORE, "<="),
    /** Strictly greater: the ruling of isa.md §12. */
    SEM_GT_IMM(0x04, Subject.SEMAPHORE, ">"),
    SEM_GE_IMM(0x05, Subject.SEMAPHORE, ">="),
    EVT_SET(0x06, Subject.EVENT, "==1"),
    /** Clears the event when the wait succeeds. */
    EVT_SET_THEN_CLEAR(0x07, Subject.EVENT, "==1-"),
    EVT_CLEAR(0x0E, Subject.EVENT, "==0"),
    SEM_EQ_REG(0x81, Subject.SEMAPHORE, "=="),
    SEM_LT_REG(0x82, Subject.SEMAPHORE, "<"),
    SEM_LE_REG(0x83, Subject.SEMAPHORE, "<="),
    SEM_GT_REG(0x84, Subject.SEMAPHORE, ">"),
    SEM_GE_REG(0x85, Subject.SEMAPHORE, ">="),
    /** No condition, and no order with earlier waits either. */
    UNORDERED(0xFE, Subject.NOTHING, "");

    /** What the index byte counts. */
    public enum Subject {
        NOTHING,
        SEMAPHORE,
        EVENT
    }

    private static final int REGISTER_OPERAND = 0x80;
    private static final CodeTable<WaitMode> CODES = CodeTable.of(values());

    private final int code;
    private final Subject subject;
    private final String relation;

    WaitMode(int code, Subject subject, String relation) {
        this.code = code;
        this.subject = subject;
        this.relation = relation;
    }

    /** The mode of a byte, or empty for one that the sheets do not define. Allocates nothing. */
    public static Optional<WaitMode> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    public Subject subject() {
        return subject;
    }

    /** Whether the value field names a register instead of holding the threshold. */
    public boolean comparesWithRegister() {
        return subject == Subject.SEMAPHORE && (code & REGISTER_OPERAND) != 0;
    }

    /** The relation as profilers print it, such as {@code >=}; for an event the whole condition, such as {@code ==1-}. */
    public String relation() {
        return relation;
    }

    /**
     * Whether a semaphore's value satisfies the wait.
     *
     * @param semaphore the counter's value, unsigned
     * @param threshold the value field, or the register's content, unsigned
     */
    public boolean isSatisfied(int semaphore, int threshold) {
        int order = Integer.compareUnsigned(semaphore, threshold);
        return switch (this) {
            case SEM_EQ_IMM, SEM_EQ_REG -> order == 0;
            case SEM_LT_IMM, SEM_LT_REG -> order < 0;
            case SEM_LE_IMM, SEM_LE_REG -> order <= 0;
            case SEM_GT_IMM, SEM_GT_REG -> order > 0;
            case SEM_GE_IMM, SEM_GE_REG -> order >= 0;
            case NONE, UNORDERED -> true;
            case EVT_SET, EVT_SET_THEN_CLEAR, EVT_CLEAR ->
                throw new IllegalArgumentException(this + " asks an event, not a semaphore");
        };
    }

    @Override
    public String text() {
        return name();
    }
}
