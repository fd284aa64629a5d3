package io.nrt4j.hal.engine.fault;

import io.nrt4j.hal.isa.BadInstructionException;
import io.nrt4j.hal.memory.MemoryFaultException;

/**
 * An operation could not be carried out; it says why but not where. The sequencer that ran it adds the place and
 * throws a machine fault.
 */
public final class InstructionFaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FaultKind kind;

    public InstructionFaultException(FaultKind kind, String detail) {
        super(detail);
        this.kind = kind;
    }

    public InstructionFaultException(FaultKind kind, String detail, Throwable cause) {
        super(detail, cause);
        this.kind = kind;
    }

    /**
     * The fault that lower layers tell of by what they throw for a program's bad operands. Anything else that they throw
     * is none, and is thrown again as it is.
     *
     * @param otherwise the kind of anything but an access outside of all memories
     */
    public static InstructionFaultException of(RuntimeException e, FaultKind otherwise) {
        if (e instanceof InstructionFaultException fault) {
            return fault;
        }
        if (!isOfOperands(e)) {
            throw e;
        }
        FaultKind kind = e instanceof MemoryFaultException ? FaultKind.OUT_OF_BOUNDS : otherwise;
        String message = e.getMessage();
        return new InstructionFaultException(
                kind, message == null ? e.getClass().getSimpleName() : message, e);
    }

    private static boolean isOfOperands(RuntimeException e) {
        return e instanceof MemoryFaultException
                || e instanceof BadInstructionException
                || e instanceof ArithmeticException
                || e instanceof IllegalArgumentException
                || e instanceof IndexOutOfBoundsException;
    }

    public FaultKind kind() {
        return kind;
    }
}
