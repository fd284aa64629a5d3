package io.nrt4j.loader.manifest;

/** What a DMA descriptor does. Source: manifest.md §7.2. */
public enum DmaOp {
    COPY(0),
    FMA(1),
    ADD(2),
    MIN(3),
    MAX(4),
    TRANSPOSE(5);

    private final int code;

    DmaOp(int code) {
        this.code = code;
    }

    /** The number in the runtime's records. */
    public int code() {
        return code;
    }
}
