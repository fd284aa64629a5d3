package io.nrt4j.loader.ucode;

/** Ends a prelink; caught by {@link Prelinker}, so it never leaves the package. Its log line is already printed. */
final class PrelinkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final XtlibStatus status;

    PrelinkException(XtlibStatus status) {
        super(status.name(), null, false, false);
        this.status = status;
    }

    XtlibStatus status() {
        return status;
    }
}
