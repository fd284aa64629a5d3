package io.nrt4j.loader.image;

/** The part of an image that a patch record belongs to. Source: image-assembly.md §12.1. */
public enum PatchSection {
    PREAMBLE(0),
    POSTAMBLE(1),
    MAIN(2),
    FUNCTION(3);

    private final int code;

    PatchSection(int code) {
        this.code = code;
    }

    /** The number in the runtime's record. */
    public int code() {
        return code;
    }
}
