package io.nrt4j.loader.image;

/** What happened to the slots of a patch record. Source: image-assembly.md §12.1. */
public enum PatchType {
    /** Slots of the image that no slot of the NEFF stands for. */
    INSERT(0),
    /** Slots that were changed one for one. */
    MODIFY(1),
    /** Slots of the NEFF that are not in the image. */
    DELETE(2);

    private final int code;

    PatchType(int code) {
        this.code = code;
    }

    /** The number in the runtime's record. */
    public int code() {
        return code;
    }
}
