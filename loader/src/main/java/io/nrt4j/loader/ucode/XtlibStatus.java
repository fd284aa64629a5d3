package io.nrt4j.loader.ucode;

/**
 * What {@code prelink} and the functions below it return. Source: q7.md §0.3.
 *
 * <p>Not to be mixed with the provider's codes (see {@link io.nrt4j.hal.q7.NrtUcodeStatus}) or with the status of the C
 * API: any status but {@link #NO_ERR} becomes the provider's "prelink failed". The codes 2, 3 and 6 exist in the enum
 * but nothing returns them.
 */
public enum XtlibStatus {
    NO_ERR(0),
    /** Magic, class or byte order wrong. */
    NOT_ELF(1),
    NOT_DYNAMIC(2),
    NOT_STATIC(3),
    /** No dynamic segment, or no relocation table where it says. */
    NO_DYNAMIC_SEGMENT(4),
    /** A relocation that names a symbol. */
    UNKNOWN_SYMBOL(5),
    NOT_ALIGNED(6),
    /** The program headers are not those of a library in two or three parts. */
    NOT_SPLITLOAD(7),
    /** A relocation of unknown type, or at a site outside both regions, or in a bundle of unknown format. */
    RELOCATION_ERR(8),
    /** An instruction whose length is unknown. */
    INSN_FMT_ERR(12),
    /** A segment larger than its region. */
    INTERNAL_ERR(13);

    private final int code;

    XtlibStatus(int code) {
        this.code = code;
    }

    /** The number that {@code Failed prelink with status = %d} prints. */
    public int code() {
        return code;
    }
}
