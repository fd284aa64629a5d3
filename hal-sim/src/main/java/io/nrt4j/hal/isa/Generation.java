package io.nrt4j.hal.isa;

import io.nrt4j.hal.Arch;

/**
 * The generations of the instruction set, with the on-chip geometry that address operands are relative to.
 *
 * <p>Source: isa.md (head), §4.1; hal.md §2.1-2.2 for {@link #V1}.
 */
public enum Generation {
    /** tonga (Inf1): a dialect of its own, see {@link TongaOpcode}. */
    V1("tonga", 0x40000, 0x18000, 64, 0x4000, 0x2000),
    /** sunda (Trn1, Inf2). */
    V2("sunda", 0x40000, 0x30000, 128, 0x8000, 0x4000),
    /** cayman (Trn2). */
    V3("cayman", 0x40000, 0x38000, 128, 0x8000, 0x4000),
    /** mariana. */
    V4("mariana", 0x40000, 0x40000, 128, 0x8000, 0x4000),
    /** maverick: in the opcode tables, but no device of it is known. */
    V5("maverick", 0x100000, 0x80000, 128, 0x8000, 0x4000);

    /** SBUF partitions, the same in every generation. */
    public static final int SBUF_PARTITIONS = 128;
    /** First PSUM address of an engine's 29-bit address space, v1 to v4. Source: isa.md §4.1. */
    private static final int PSUM_BASE = 0x2000000;
    /** v5 has a 128 MiB SBUF region where the older PSUM window would lie. Source: isa.md §4.1. */
    private static final int PSUM_BASE_V5 = 0x8000000;

    private final String codeName;
    private final int sbufStride;
    private final int sbufUsable;
    private final int psumPartitions;
    private final int psumStride;
    private final int psumUsable;

    Generation(String codeName, int sbufStride, int sbufUsable, int psumPartitions, int psumStride, int psumUsable) {
        this.codeName = codeName;
        this.sbufStride = sbufStride;
        this.sbufUsable = sbufUsable;
        this.psumPartitions = psumPartitions;
        this.psumStride = psumStride;
        this.psumUsable = psumUsable;
    }

    /** The generation of an architecture. */
    public static Generation of(Arch arch) {
        return switch (arch) {
            case TONGA -> V1;
            case SUNDA -> V2;
            case CAYMAN -> V3;
            case MARIANA -> V4;
        };
    }

    /** The compiler's target name, lower case. */
    public String codeName() {
        return codeName;
    }

    /** Bytes between two SBUF partitions in an engine's address space. */
    public int sbufStride() {
        return sbufStride;
    }

    /** Bytes of an SBUF partition that exist. */
    public int sbufUsable() {
        return sbufUsable;
    }

    /** Number of PSUM partitions. */
    public int psumPartitions() {
        return psumPartitions;
    }

    /** Lowest PSUM address; every address below is SBUF. */
    public int psumBase() {
        return this == V5 ? PSUM_BASE_V5 : PSUM_BASE;
    }

    /** Bytes between two PSUM partitions in an engine's address space. */
    public int psumStride() {
        return psumStride;
    }

    /** Bytes of a PSUM partition that exist. */
    public int psumUsable() {
        return psumUsable;
    }

    /** Whether this generation is between two others, both included. */
    boolean isBetween(Generation first, Generation last) {
        return compareTo(first) >= 0 && compareTo(last) <= 0;
    }
}
