package io.nrt4j.hal.q7;

/** A provider function returned another status than success. The provider has logged what it logs. */
public final class UcodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final NrtUcodeStatus status;

    public UcodeException(NrtUcodeStatus status, String message) {
        super(message);
        this.status = status;
    }

    public NrtUcodeStatus status() {
        return status;
    }
}
