package io.nrt4j.loader.manifest;

import java.util.Arrays;
import java.util.Optional;

/** The ring types of the runtime; manifests make only a few of them. Source: dma.md §3. */
public enum DmaRingType {
    ENG(0),
    H2T(1),
    H2T_SERVICE(2),
    H2T_COPY(3),
    COLLECTIVES(4),
    MODEL(5),
    DATA(6),
    IN(7),
    OUT(8),
    INDIRECT_MEMCPY(9),
    ACT_TBL(10),
    DYNAMIC_ACT_TBL(11),
    DVE_TBL(12),
    IOQ_SWITCHER(13),
    TOPSP_INIT(14),
    EMBEDDING_UPDATE(15),
    CUSTOM_OP(16),
    GENERIC(17);

    private final int code;

    DmaRingType(int code) {
        this.code = code;
    }

    /** The number in the runtime's records. */
    public int code() {
        return code;
    }

    /** The type of a number, or empty for one above the last. */
    public static Optional<DmaRingType> fromCode(int code) {
        return Arrays.stream(values()).filter(t -> t.code == code).findFirst();
    }
}
