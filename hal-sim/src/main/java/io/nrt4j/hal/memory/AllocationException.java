package io.nrt4j.hal.memory;

/** The driver refused an allocation. */
public final class AllocationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The driver's error numbers. */
    public enum Errno {
        /** The memory is full or too fragmented. */
        ENOMEM,
        /** The request makes no sense. */
        EINVAL
    }

    private final Errno errno;

    AllocationException(Errno errno, String message) {
        super(message);
        this.errno = errno;
    }

    public Errno errno() {
        return errno;
    }
}
