package io.nrt4j.hal.q7;

/**
 * What the exports of the ucode provider return ({@code libnrtucode_extisa.so}). Not to be mixed with the status of the
 * C API. Source: q7.md §0.2.
 */
public enum NrtUcodeStatus {
    SUCCESS(0),
    /** A core type that the function does not know. */
    UNKNOWN_CORE(1),
    /** No table for the core type, or a flavor that is not shipped. */
    UNKNOWN_IMAGE(2),
    /** The table has no entry. */
    NO_ACCESSOR(3),
    API_LEVEL(4),
    ALLOCATION(5),
    /** The instruction buffer is too small, or a prelinked image too large. */
    NO_SPACE(7),
    /** A bad core type, buffer, context or claim. */
    INVALID(8),
    PRELINK_FAILED(9);

    private final int code;

    NrtUcodeStatus(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
