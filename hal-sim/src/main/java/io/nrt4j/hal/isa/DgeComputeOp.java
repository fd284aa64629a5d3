package io.nrt4j.hal.isa;

import java.util.Optional;

/** Arithmetic on the way of a DMA ({@code DGE_COMPUTE_OP}). Source: isa.md §4.5. */
public enum DgeComputeOp implements WireCode {
    NONE(0),
    ADD(1),
    MULTIPLY(2),
    MAX(3),
    MIN(4);

    private static final CodeTable<DgeComputeOp> CODES = CodeTable.of(values());

    private final int code;

    DgeComputeOp(int code) {
        this.code = code;
    }

    /** The constant of a byte, or empty for an undefined code. Allocates nothing. */
    public static Optional<DgeComputeOp> fromCode(int code) {
        return CODES.find(code);
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return name();
    }
}
