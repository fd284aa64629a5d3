package io.nrt4j.hal.sync;

/** A semaphore was to leave the range of its counter. */
public final class SemaphoreFaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int id;

    SemaphoreFaultException(int id, long value, long max) {
        super("semaphore " + id + " would become " + value + ", its range is 0 to " + max);
        this.id = id;
    }

    /** The semaphore. */
    public int id() {
        return id;
    }
}
