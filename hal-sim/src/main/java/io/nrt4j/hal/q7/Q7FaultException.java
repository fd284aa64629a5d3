package io.nrt4j.hal.q7;

/** What stops the pool cores. The message is the firmware's own line where it has one. Source: q7.md §6.3, §7.1. */
public final class Q7FaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kinds of fault. */
    public enum Kind {
        /** No loaded library has a function for the instruction. */
        UNKNOWN_OPCODE,
        /** A library has the function, but as Xtensa code, and nothing was registered in its place. */
        NOT_EMULATED,
        /** A library slot with a direction the firmware does not know. */
        UNKNOWN_DIRECTION,
        /** The image of a library cannot be fetched. */
        DMA_ERROR,
        /** The image of a library is too large or has no start routine. */
        INVALID_LIBRARY,
        /** A library that wants neither one core nor all. */
        INVALID_CPU_COUNT,
        /** An image for the cores' memories that cannot be installed. */
        INVALID_BASE_IMAGE
    }

    private final Kind kind;

    Q7FaultException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    Q7FaultException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
