package io.nrt4j.hal.engine.fault;

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

    public FaultKind kind() {
        return kind;
    }
}
